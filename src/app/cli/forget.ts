import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { readAccountInput } from '../../text/account-input.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { CliCommand } from './cli-command.ts'
import { eraseAccount, type Erasure } from './erase-account.ts'

export const forget: CliCommand = {
  usage: ['<Steam ID> [--bans]'],
  arguments: [1],
  options: { bans: { type: 'boolean' } },
  async run({ database, store, options }, text = '') {
    const liftsBans = options?.['bans'] === true
    const steamId = readSteamId(text)
    const erasure = await eraseAccount({ database: database.url, store: store.url }, steamId, { liftsBans })
    const kept = [database.url, store.url].some(isPostgresUrl) ? [KEPT_BY_POSTGRES] : []
    return [
      describe(steamId, erasure),
      ...describeBans(steamId, erasure, liftsBans),
      ...kept,
      ...describeRest(steamId, erasure),
    ].join('\n')
  },
}

function readSteamId(text: string): SteamId {
  const account = readAccountInput(text)
  if (account?.kind === 'steamId') return account.steamId
  throw new Error(
    `"${text}" is no Steam ID. Give the SteamID64, 17 digits; a look-up of a custom URL or friend code shows it.`,
  )
}

function describe(steamId: SteamId, { wasStored, cachedAnswers }: Erasure): string {
  const places = [
    ...(wasStored ? ['the database'] : []),
    ...(cachedAnswers > 0 ? [`the cache (${cachedAnswers} ${cachedAnswers === 1 ? 'answer' : 'answers'})`] : []),
  ]
  if (places.length === 0) return `${steamId} is neither in the database nor in the cache.`
  return `${steamId} was erased from ${places.join(' and ')}.`
}

/** Names the servers with a ban of the account, because only they can say whether it is still needed. */
function describeBans(steamId: SteamId, { bannedOn }: Erasure, liftsBans: boolean): string[] {
  if (bannedOn.length === 0) return []
  const servers = `${bannedOn.length === 1 ? 'the Discord server' : 'the Discord servers'} ${bannedOn.join(', ')}`
  if (liftsBans) return [`Its ban was lifted on ${servers}.`]
  return [
    `It is on the ban list of ${servers}. A ban stays, because the community decided about it and game servers ask about the ID. To lift it too, run "npm run forget -- ${steamId} --bans".`,
  ]
}

const KEPT_BY_POSTGRES =
  'Postgres no longer shows it; its bytes may stay in unused parts of its files and in its write-ahead log until the server writes over them, and in its own backups and standbys. VACUUM FULL removes the unused parts.'

function describeRest(steamId: SteamId, { copies }: Erasure): string[] {
  return [
    ...copies.map((path) => `${path} may still contain it: delete this copy when you no longer need it.`),
    'What remains: backups, and alerts that were posted in Discord, which the moderators there can delete.',
    `After a restore of an older backup, run "npm run forget -- ${steamId}" again.`,
  ]
}

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '../../lib/clock.ts'
import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { eraseFromPostgres, eraseFromStore } from '../../store/erase-account.ts'
import { readAccountInput } from '../../text/account-input.ts'
import { eraseStored, openDatabase } from '../database.ts'
import type { CliCommand } from './database-commands.ts'

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

interface Urls {
  database: string
  store: string
}

interface Erasure {
  /** Whether the database had data about the account. */
  wasStored: boolean
  /** Number of Steam's answers that were deleted from the cache. */
  cachedAnswers: number
  /** The ids of the Discord servers that had banned the account. */
  bannedOn: string[]
  /** Paths of copies of the database and the cache in their folders. They may contain the account, and were not changed. */
  copies: string[]
}

/**
 * Erases an account from the database and the cache, so that their files do not contain its SteamID64, neither as text nor as a number; the
 * service may use the files meanwhile. Bans of communities stay, with the id, unless `liftsBans` is set. Rejects with an error for the operator; repeating it is safe.
 */
export async function eraseAccount(
  urls: Urls,
  steamId: SteamId,
  { liftsBans } = { liftsBans: false },
): Promise<Erasure> {
  const database = hasDatabase(urls.database) ? await openDatabase(urls.database) : undefined
  try {
    const now = systemClock.unixSeconds()
    const erased = await database?.transaction(async (repositories) => ({
      bannedOn: await repositories.bans.serversOf(steamId, now),
      wasStored: await eraseStored(repositories, steamId, { liftsBans, now }),
    }))
    const { bannedOn, wasStored } = erased ?? { bannedOn: [], wasStored: false }
    const cachedAnswers = await eraseFromCache(urls, steamId)
    await database?.purgeDeleted()
    return { wasStored, cachedAnswers, bannedOn, copies: await findCopies(urls) }
  } finally {
    await database?.close()
  }
}

/** The path of a `sqlite://` URL; null for memory and Postgres. */
const toPath = (url: string) => (url.startsWith('sqlite://') ? resolve(url.slice('sqlite://'.length)) : null)

/** Whether there is a database to search; a missing file is not created. */
function hasDatabase(url: string): boolean {
  const path = toPath(url)
  return path === null ? isPostgresUrl(url) : existsSync(path)
}

async function eraseFromCache({ database, store }: Urls, steamId: SteamId): Promise<number> {
  if (isPostgresUrl(store)) return eraseFromPostgres(store, steamId, store === database ? 'DATABASE_URL' : 'STORE_URL')
  const path = toPath(store)
  return path === null ? 0 : eraseFromStore(path, steamId)
}

/** Finds files that are not in use, such as a copy from a migration or a restore, or a cache that was set aside. */
async function findCopies({ database, store }: Urls): Promise<string[]> {
  const paths = [database, store].map(toPath).filter((path) => path !== null)
  const inUse = new Set(paths.flatMap((path) => ['', '-wal', '-shm', '-journal'].map((ending) => `${path}${ending}`)))
  const files = (await Promise.all(paths.map(filesBeside))).flat()
  const copies = files.filter((file) => !inUse.has(file) && paths.some((path) => file.startsWith(path)))
  return [...new Set(copies)].toSorted()
}

/** The paths of all files in the folder of `path`; empty if there is no such folder. */
async function filesBeside(path: string): Promise<string[]> {
  try {
    const entries = await readdir(dirname(path), { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(dirname(path), name))
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return []
    throw error
  }
}

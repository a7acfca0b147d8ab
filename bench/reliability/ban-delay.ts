import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../sim/steam/cast.ts'
import { DEFAULT_PERMISSIONS, PERMISSION, type SimDiscord } from '../../sim-discord/src/index.ts'
import { openDatabase } from '../../src/app/database.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { changingContext } from '../door/community.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inPace, type Client } from '../support/client.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

const ENTRIES = 200
const PER_SECOND = 1
const ACCOUNTS = 5_000
const LATENCY_MS = 50
/** The load of the busy replica: remembered look-ups, and scans of a hundred friends. */
const LOOKUPS_PER_SECOND = 1_000
const SCANS_PER_SECOND = 5
const ASK_EVERY_MS = 100
const KNOWN_WITHIN_MS = 30_000
const LONGEST_MS = 2_000
const SETTINGS = {
  STEAM_CALLS_PER_DAY: '0',
  POLICY_TOKEN_PER_MINUTE: '0',
  DISCORD_USER_PER_MINUTE: '0',
  DISCORD_GUILD_PER_MINUTE: '0',
}

/** A moderator bans accounts through the bot of one of three replicas, of which another one is busy; how soon each of them refuses. */
export async function measureBanDelay(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
  const discord = await testbed.discord(1)
  const bed = await openReplicaBed(testbed)
  const bot = { ...bed.settings, ...SETTINGS, DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl }
  const writer = await testbed.rapsheet(platform, bot)
  const [idle, busy] = await bed.start(platform, 2, SETTINGS)
  if (!idle || !busy) throw new Error('three replicas are needed')
  const replicas = { 'the replica with the bot': writer, 'an idle one': idle, 'the busy one': busy }
  const token = await openDoor(bed.databaseUrl, discord)
  const doors = Object.entries(replicas).map(([name, { url }]) => ({ name, client: createClient(url) }))
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const known = next()
  for (const { client } of doors) await untilStatus(client, `/game/${token}/${known}`, 404)

  const endLoad = await keepBusy(busy, known)
  const ban = createModerator(discord)
  // The first command of a process takes longer.
  await ban(next())
  let left = ENTRIES
  const delays = await inPace(
    PER_SECOND,
    () => left-- <= 0,
    async () => {
      const steamId = next()
      const typedAt = performance.now()
      const answered = ban(steamId)
      const refused = doors.map(async ({ name, client }) => {
        const at = await untilStatus(client, `/game/${token}/${steamId}`, 200)
        return { name, ms: at - typedAt }
      })
      await answered
      return Promise.all(refused)
    },
  )
  const done = await endLoad()
  for (const { client } of doors) client.close()
  const all = delays.flat().map(({ ms }) => ms)
  const p99 = percentile(all, 99)
  const ofReplica = doors.map(({ name }) => {
    const own = delays.flat().flatMap((each) => (each.name === name ? [each.ms] : []))
    return `${name} p50 ${whole(percentile(own, 50))} ms, p99 ${whole(percentile(own, 99))} ms`
  })
  return {
    rows: [
      {
        what: `${ENTRIES} × a moderator bans an account → refused at the door of each of 3 replicas, one of them busy`,
        target: `p99 ≤ ${LONGEST_MS / 1_000} s`,
        measured: `p50 ${whole(percentile(all, 50))} ms, p99 ${whole(p99)} ms, slowest ${whole(Math.max(...all))} ms of ${whole(all.length)}`,
        isMet: p99 <= LONGEST_MS,
      },
    ],
    notes: [
      `A new ban, from the command to the first refusal: ${ofReplica.join('; ')}. The busy one answered ${done} meanwhile.`,
    ],
  }
}

/** Gives the Discord server a token, and no policy. */
async function openDoor(databaseUrl: string, discord: SimDiscord): Promise<string> {
  await discord.gateway.untilReady()
  while (discord.commands.puts() === 0) await sleep(ASK_EVERY_MS)
  const database = await openDatabase(databaseUrl)
  const [guildId = ''] = discord.guildIds
  const actor = { guildId, locale: 'en-US', userId: '100000000000000001' }
  const { token } = await createToken(changingContext(database), { ...actor, name: 'EU' })
  await database.close()
  return token
}

/** Bans an account by a command; resolves with the answer. */
function createModerator(discord: SimDiscord) {
  const user = discord.user({ permissions: DEFAULT_PERMISSIONS | PERMISSION.banMembers })
  return (steamId: string) =>
    user.type(`/banlist add account:${steamId} reason:bot`).until(/is banned here/, KNOWN_WITHIN_MS)
}

/** Asks until the door answers with a status; resolves to the time of that. */
async function untilStatus({ ask }: Client, path: string, status: number): Promise<number> {
  const giveUpAt = performance.now() + KNOWN_WITHIN_MS
  while ((await ask(path)).status !== status) {
    if (performance.now() > giveUpAt)
      throw new Error(`no ${status} within ${KNOWN_WITHIN_MS} ms: ${JSON.stringify(await ask(path))}`)
    await sleep(ASK_EVERY_MS)
  }
  return performance.now()
}

/** Looks up a remembered account and scans friends at a fixed rate, until it is stopped; it then says how busy the process was. */
async function keepBusy({ url, usage }: Server, steamId: string) {
  const client = createClient(url, { withinMs: KNOWN_WITHIN_MS })
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const before = await usage()
  const startedAt = performance.now()
  const lookups = inPace(LOOKUPS_PER_SECOND, isOver, () => client.ask(`/api/lookup?steamId=${steamId}`))
  const scans = inPace(SCANS_PER_SECOND, isOver, () => client.ask('/api/friends', { steamId: CAST.scan }))
  return async () => {
    over.abort()
    const seconds = (performance.now() - startedAt) / 1_000
    const { cpuMicros } = await usage()
    const answered = (await lookups).filter(({ status }) => status === 200).length
    const scanned = (await scans).filter(({ status }) => status === 200).length
    client.close()
    const share = (cpuMicros - before.cpuMicros) / 1_000_000 / seconds
    return `${whole(answered / seconds)} look-ups/s and ${whole(scanned)} scans with ${(100 * share).toFixed(0)} % of a processor`
  }
}

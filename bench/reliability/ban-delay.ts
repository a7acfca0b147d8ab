import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { DEFAULT_PERMISSIONS, PERMISSION, type SimDiscord } from '../../packages/sim-discord/src/index.ts'
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
const WARMED_MS = 10_000
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
  // The first commands and scans of a process take longer.
  await Promise.all([ban(next()), sleep(WARMED_MS)])
  let left = ENTRIES
  const delays = await inPace(
    PER_SECOND,
    () => left-- <= 0,
    async () => {
      const steamId = next()
      const typedAt = performance.now()
      const at = (work: Promise<unknown>) => work.then(() => performance.now() - typedAt)
      const answered = at(ban(steamId))
      const refused = doors.map(({ client }) => at(untilStatus(client, `/game/${token}/${steamId}`, 200)))
      const times = await Promise.all([answered, ...refused])
      // The first sign of it: the answer to the moderator, or a refusal.
      const known = Math.min(...times)
      return { known, refused: times.slice(1).map((ms, index) => ({ name: doors[index]?.name, ms: ms - known })) }
    },
  )
  const done = await endLoad()
  for (const { client } of doors) client.close()
  const refused = delays.flatMap((each) => each.refused)
  const timesOf = (wanted: (name: string | undefined) => boolean) =>
    refused.flatMap(({ name, ms }) => (wanted(name) ? [ms] : []))
  const others = timesOf((name) => name !== doors[0]?.name)
  return {
    rows: [
      {
        what: `${ENTRIES} × a moderator bans an account → refused at the doors of the other two of 3 replicas, one of them busy`,
        target: `p99 ≤ ${LONGEST_MS / 1_000} s`,
        measured: `${inPercentiles(others)}, slowest ${whole(Math.max(...others))} ms of ${whole(others.length)}`,
        isMet: percentile(others, 99) <= LONGEST_MS,
      },
    ],
    notes: [
      `A new ban: known ${inPercentiles(delays.map(({ known }) => known))} after the command; refused after that by ${doors.map(({ name }) => `${name} ${inPercentiles(timesOf((own) => own === name))}`).join('; ')}. The busy one answered ${done} meanwhile.`,
    ],
  }
}

const inPercentiles = (ms: number[]) =>
  [50, 99].map((share) => `p${share} ${whole(percentile(ms, share))} ms`).join(', ')

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

/** Asks until the door answers with a status. */
async function untilStatus({ ask }: Client, path: string, status: number): Promise<void> {
  const giveUpAt = performance.now() + KNOWN_WITHIN_MS
  while ((await ask(path)).status !== status) {
    if (performance.now() > giveUpAt)
      throw new Error(`no ${status} within ${KNOWN_WITHIN_MS} ms: ${JSON.stringify(await ask(path))}`)
    await sleep(ASK_EVERY_MS)
  }
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
    const ended = (await scans).filter(({ status }) => status === 200).length
    client.close()
    const share = (cpuMicros - before.cpuMicros) / 1_000_000 / seconds
    return `${whole(answered / seconds)} look-ups/s and ${whole(ended)} scans with ${(100 * share).toFixed(0)} % of a processor`
  }
}

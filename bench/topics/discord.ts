import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Order } from '../moderators.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { openBareBot, openBot } from '../support/bot.ts'
import type { Child } from '../support/child.ts'
import { median, percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'

const LATENCY_MS = 100
const WARM_UP = 100
// One by one, in slices so that other load on the machine affects both clients equally.
const SLICES = 10
const SLICE = 20
const AT_ONCE = 500
const ROUNDS = 3
const SCANS_AT_ONCE = 50
const SETTLE_MS = 3_000
const STARTS = 3
const MANY_GUILDS = 2_500
/** The targets. */
const BARE_TIMES = 1.5
const ADDED_MB = 30
const MANY_GUILDS_MB = 140
/** For a second language that users read. */
const SECOND_LANGUAGE_MB = 5
const MEGABYTE = 1024 * 1024

const lookupsSchema = z.object({ acknowledgedMs: z.array(z.number()), violations: z.array(z.string()) })
type Lookups = z.infer<typeof lookupsSchema>
const scansSchema = z.object({
  acknowledgedMs: z.array(z.number()),
  edits: z.number(),
  mostEditsASecond: z.number(),
  finalAfterMs: z.number(),
  rateLimited: z.number(),
  sessions: z.number(),
  violations: z.array(z.string()),
})

/** Compares the bot with a minimal discord.js client: time to acknowledge, edits of scans, memory, and recovery from a lost connection. */
export async function measureDiscord(testbed: Testbed, { runs = STARTS }: Partial<TopicOptions>): Promise<Findings> {
  const steamIds = manyFriended()
  const { moderators, ours } = await openBot(testbed, { guilds: 1, latencyMs: LATENCY_MS })
  const { oneByOne, atOnce, violations: broken } = await measureAcknowledgements(testbed, moderators, steamIds)
  const single = await scan(moderators, [CAST.scan], false)
  const dropped = await scan(moderators, [CAST.manyBanned], true)
  const crowd = await scan(moderators, steamIds.slice(-SCANS_AT_ONCE), false)
  await ours.stop()

  const violations = [broken, ...[single, dropped, crowd].map((each) => each.violations)].flat()
  const late = crowd.acknowledgedMs.filter((ms) => ms > 3_000).length
  const format = (times: number[]) => `p50 ${tenths(times, 50)} ms, p99 ${tenths(times, 99)} ms`
  const ratio = percentile(oneByOne.ours, 50) / percentile(oneByOne.bare, 50)
  return {
    rows: [
      {
        what: 'interaction to acknowledgement, one by one',
        target: `p50 ≤ ${BARE_TIMES} × bare discord.js`,
        measured: `${ratio.toFixed(2)} × (ours ${format(oneByOne.ours)}; bare ${format(oneByOne.bare)})`,
        isMet: ratio <= BARE_TIMES,
      },
      {
        what: `interaction to acknowledgement, ${AT_ONCE} at once`,
        target: 'p99 ≤ 400 ms',
        measured: `p99 ${median(atOnce.ours)} ms, median of ${ROUNDS} rounds (${atOnce.ours.join(', ')}); bare ${median(atOnce.bare)} ms (${atOnce.bare.join(', ')})`,
        isMet: median(atOnce.ours) <= 400,
      },
      {
        what: 'a scan of 100 friends in Discord',
        target: '≤ 8 edits, no 429, final state ≤ 0.5 s after the last answer of Steam',
        measured: `${single.edits} edits, ${single.rateLimited} × 429, final state ${whole(single.finalAfterMs)} ms after it`,
        isMet: single.edits <= 8 && single.rateLimited === 0 && single.finalAfterMs <= 500,
      },
      {
        what: `${SCANS_AT_ONCE} scans at once`,
        target: 'all finish, no acknowledgement late, ≤ 50 edits/s',
        measured: `all finished, ${late} late (p99 ${tenths(crowd.acknowledgedMs, 99)} ms), at most ${crowd.mostEditsASecond} edits in a second, ${crowd.rateLimited} × 429`,
        isMet: late === 0 && crowd.mostEditsASecond <= 50 && crowd.rateLimited === 0,
      },
      {
        what: 'gateway socket dropped during a scan',
        target: 'the final state still arrives',
        measured: `arrived, ${whole(dropped.finalAfterMs)} ms after the last answer of Steam`,
        isMet: dropped.violations.length === 0,
      },
      ...(await measureMemory(testbed, runs)),
    ],
    notes: [
      `Discord: Steam takes ${LATENCY_MS} ms; ${violations.length} rules of Discord were broken${violations.length > 0 ? `: ${violations.slice(0, 3).join('; ')}` : ''}.`,
    ],
  }
}

const scan = async (moderators: Child, steamIds: string[], isDropped: boolean) =>
  scansSchema.parse(await moderators.ask({ order: 'scans', steamIds, isDropped } satisfies Order))

/**
 * The times from interaction to acknowledgement of both clients, in turn: one by one, and the 99th percentile of each round of many
 * at once.
 */
async function measureAcknowledgements(testbed: Testbed, moderators: Child, steamIds: string[]) {
  const { moderators: others, bare } = await openBareBot(testbed, { guilds: 1, latencyMs: LATENCY_MS })
  const askBoth = async (lookups: { steamIds: string[]; atOnce: boolean }) => {
    const ask = async (client: Child, until: 'answered' | 'acknowledged'): Promise<Lookups> =>
      lookupsSchema.parse(await client.ask({ order: 'lookups', until, ...lookups } satisfies Order))
    return { ours: await ask(moderators, 'answered'), bare: await ask(others, 'acknowledged') }
  }

  await askBoth({ steamIds: steamIds.slice(0, WARM_UP), atOnce: true })
  const slices: { ours: Lookups; bare: Lookups }[] = []
  for (let slice = 0; slice < SLICES; slice++)
    slices.push(await askBoth({ steamIds: Array.from({ length: SLICE }, () => CAST.raider), atOnce: false }))
  const rounds: typeof slices = []
  for (let round = 0; round < ROUNDS; round++) {
    const accounts = steamIds.slice(WARM_UP + round * AT_ONCE, WARM_UP + (round + 1) * AT_ONCE)
    rounds.push(await askBoth({ steamIds: accounts, atOnce: true }))
  }
  await bare.stop()
  await others.stop()

  const timesOf = (name: 'ours' | 'bare') => slices.flatMap((slice) => slice[name].acknowledgedMs)
  const p99sOf = (name: 'ours' | 'bare') => rounds.map((round) => tenths(round[name].acknowledgedMs, 99))
  return {
    oneByOne: { ours: timesOf('ours'), bare: timesOf('bare') },
    atOnce: { ours: p99sOf('ours'), bare: p99sOf('bare') },
    violations: [...slices, ...rounds].flatMap(({ ours }) => ours.violations),
  }
}

/** Memory of both clients without a guild, in turn, and of ours with many. */
async function measureMemory(testbed: Testbed, runs: number): Promise<Row[]> {
  const measureOurs = async (guilds: number) => {
    const { ours, moderators } = await openBot(testbed, { guilds, latencyMs: LATENCY_MS })
    return settledMegabytes(ours, moderators)
  }
  const measureBare = async () => {
    const { bare, moderators } = await openBareBot(testbed, { guilds: 0, latencyMs: LATENCY_MS })
    return settledMegabytes(bare, moderators)
  }
  const ours: number[] = []
  const bare: number[] = []
  for (let run = 0; run < runs; run++) {
    ours.push(await measureOurs(0))
    bare.push(await measureBare())
  }
  const added = median(ours) - median(bare)
  const manyGuilds = await measureOurs(MANY_GUILDS)
  const languages = await measureLanguages(testbed, runs)
  return [
    {
      what: 'memory logged in, 0 guilds',
      target: `RSS ≤ bare discord.js + ${ADDED_MB} MB`,
      measured: `${whole(median(ours))} MB; bare ${whole(median(bare))} MB; medians of ${runs} starts (${ours.map(whole).join(', ')}; ${bare.map(whole).join(', ')})`,
      isMet: added <= ADDED_MB,
    },
    {
      what: `memory logged in, ${whole(MANY_GUILDS)} guilds`,
      target: `RSS ≤ ${MANY_GUILDS_MB} MB`,
      measured: `${whole(manyGuilds)} MB`,
      isMet: manyGuilds <= MANY_GUILDS_MB,
    },
    {
      what: 'memory for a second language: the first answer in Russian',
      target: `RSS ≤ ${SECOND_LANGUAGE_MB} MB more`,
      measured: `${median(languages.rss).toFixed(1)} MB RSS, ${median(languages.heap).toFixed(1)} MB heap; another answer in English before it ${median(languages.noise).toFixed(1)} MB RSS; medians of ${runs} starts`,
      isMet: median(languages.rss) <= SECOND_LANGUAGE_MB,
    },
  ]
}

/** By how many megabytes the first answer in a second language enlarges the process, and an answer in the first language before it. */
async function measureLanguages(testbed: Testbed, runs: number) {
  const grown = { rss: [] as number[], heap: [] as number[], noise: [] as number[] }
  for (let run = 0; run < runs; run++) {
    const { ours, moderators } = await openBot(testbed, { guilds: 1, latencyMs: LATENCY_MS })
    const usageAfter = async (locale: string) => {
      await moderators.ask({ order: 'lookupIn', locale, steamId: CAST.raider } satisfies Order)
      await sleep(SETTLE_MS)
      return ours.usage('collect')
    }
    await usageAfter('en-US')
    const before = await usageAfter('en-US')
    const english = await usageAfter('en-US')
    const russian = await usageAfter('ru')
    await ours.stop()
    await moderators.stop()
    grown.noise.push((english.rss - before.rss) / MEGABYTE)
    grown.rss.push((russian.rss - english.rss) / MEGABYTE)
    grown.heap.push((russian.heapUsed - english.heapUsed) / MEGABYTE)
  }
  return grown
}

/** The memory of a client some seconds after its login; stops it and its moderators. */
async function settledMegabytes(client: Child, moderators: Child): Promise<number> {
  await sleep(SETTLE_MS)
  const { rss } = await client.usage()
  await client.stop()
  await moderators.stop()
  return rss / MEGABYTE
}

/** Accounts with a public friend list, ordered by the number of friends. */
function manyFriended(): string[] {
  const world = createWorld({ accounts: 6_000 })
  const friendsOf = (steamId: string) => {
    const account = world.account(steamId)
    return account?.profile && Array.isArray(account.friends) && typeof account.bans === 'object' && account.bans
      ? account.friends.length
      : 0
  }
  return world.ids
    .map((steamId) => ({ steamId, friends: friendsOf(steamId) }))
    .filter(({ friends }) => friends > 0)
    .toSorted((a, b) => a.friends - b.friends)
    .map(({ steamId }) => steamId)
}

const tenths = (numbers: number[], percent: number) => Math.round(10 * percentile(numbers, percent)) / 10

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Order } from '../moderators.ts'
import { CAST } from '../../sim/steam/cast.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { openBot } from '../support/bot.ts'
import type { Child } from '../support/child.ts'
import { median, percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const WARM_UP = 100
const ONE_BY_ONE = 200
const AT_ONCE = 500
const ROUNDS = 3
const SCANS_AT_ONCE = 50
const SETTLE_MS = 3_000
const MEGABYTE = 1024 * 1024

const lookupsSchema = z.object({ acknowledgedMs: z.array(z.number()), violations: z.array(z.string()) })
const scansSchema = z.object({
  acknowledgedMs: z.array(z.number()),
  edits: z.number(),
  mostEditsASecond: z.number(),
  finalAfterMs: z.number(),
  rateLimited: z.number(),
  sessions: z.number(),
  violations: z.array(z.string()),
})

/** The bot: time to acknowledge, edits of scans, memory, and recovery from a lost connection. */
export async function measureDiscord(testbed: Testbed): Promise<Findings> {
  const { moderators, ours } = await openBot(testbed, { guilds: 1, latencyMs: LATENCY_MS })
  const steamIds = manyFriended()
  await moderators.ask({ order: 'lookups', steamIds: steamIds.slice(0, WARM_UP), atOnce: true } satisfies Order)
  const oneByOne = lookupsSchema.parse(
    await moderators.ask({
      order: 'lookups',
      steamIds: Array.from({ length: ONE_BY_ONE }, () => CAST.raider),
      atOnce: false,
    } satisfies Order),
  )
  const rounds: z.infer<typeof lookupsSchema>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const accounts = steamIds.slice(WARM_UP + round * AT_ONCE, WARM_UP + (round + 1) * AT_ONCE)
    rounds.push(lookupsSchema.parse(await moderators.ask({ order: 'lookups', steamIds: accounts, atOnce: true })))
  }
  const p99s = rounds.map(({ acknowledgedMs }) => tenths(acknowledgedMs, 99))
  const single = await scan(moderators, [CAST.scan], false)
  const dropped = await scan(moderators, [CAST.manyBanned], true)
  const crowd = await scan(moderators, steamIds.slice(-SCANS_AT_ONCE), false)
  await ours.stop()

  const violations = [oneByOne, ...rounds, single, dropped, crowd].flatMap((each) => each.violations)
  const late = crowd.acknowledgedMs.filter((ms) => ms > 3_000).length
  return {
    rows: [
      {
        what: 'interaction to acknowledgement, one by one',
        target: 'p50 ≤ 2 ms, p99 ≤ 10 ms',
        measured: `p50 ${tenths(oneByOne.acknowledgedMs, 50)} ms, p99 ${tenths(oneByOne.acknowledgedMs, 99)} ms`,
        isMet: tenths(oneByOne.acknowledgedMs, 50) <= 2 && tenths(oneByOne.acknowledgedMs, 99) <= 10,
      },
      {
        what: `interaction to acknowledgement, ${AT_ONCE} at once`,
        target: 'p99 ≤ 400 ms',
        measured: `p99 ${median(p99s)} ms, median of ${ROUNDS} rounds (${p99s.join(', ')})`,
        isMet: median(p99s) <= 400,
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
      await measureMemory(testbed, 0, 120),
      await measureMemory(testbed, 2_500, 140),
    ],
    notes: [
      `Discord: Steam takes ${LATENCY_MS} ms; ${violations.length} rules of Discord were broken${violations.length > 0 ? `: ${violations.slice(0, 3).join('; ')}` : ''}.`,
    ],
  }
}

const scan = async (moderators: Child, steamIds: string[], isDropped: boolean) =>
  scansSchema.parse(await moderators.ask({ order: 'scans', steamIds, isDropped } satisfies Order))

async function measureMemory(testbed: Testbed, guilds: number, targetMegabytes: number): Promise<Row> {
  const { ours, moderators } = await openBot(testbed, { guilds, latencyMs: LATENCY_MS })
  await sleep(SETTLE_MS)
  const { rss } = await ours.usage()
  await ours.stop()
  await moderators.stop()
  return {
    what: `memory logged in, ${whole(guilds)} guilds`,
    target: `RSS ≤ ${targetMegabytes} MB`,
    measured: `${whole(rss / MEGABYTE)} MB`,
    isMet: rss / MEGABYTE <= targetMegabytes,
  }
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

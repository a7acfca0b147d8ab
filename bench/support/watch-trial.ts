import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import { toWhat, watchersOf, type PlannedChange } from './ban-plan.ts'
import type { Platform } from './platform.ts'
import type { createTold, Told } from './told.ts'
import type { Lists } from './watch-lists.ts'

/** Compares what was told with the changes that were made. */
export interface Verdict {
  /** Changes times servers that watch their account. */
  expected: number
  /** Expected and not told, as text. */
  lost: string[]
  /** Told and never made. */
  wrong: string[]
  /** The entries of `wrong` about lifted bans. */
  wrongLifts: string[]
  /** Told more than once. */
  repeated: string[]
}

/** Makes changes in the simulated Steam, and knows who has to be told. */
export function createTrial(lists: Lists, platform: Pick<Platform, 'change'>, told: ReturnType<typeof createTold>) {
  const watchers = watchersOf(lists)
  /** When each expected change was made, ms, by its key. */
  const expected = new Map<string, number>()
  const keysOf = (steamId: string, what: string) =>
    (watchers.get(steamId) ?? []).map((guildId) => keyOf({ guildId, steamId, what }))

  const make = async (steamId: string, changes: PlannedChange['changes']) => {
    for (const { verb, kind } of changes) {
      await platform.change(verb, [steamId], kind)
      for (const key of keysOf(steamId, toWhat({ verb, kind }))) expected.set(key, Date.now())
    }
  }
  const missing = () => {
    const seen = new Set(told.read().map(keyOf))
    return [...expected.keys()].filter((key) => !seen.has(key))
  }
  const isTold = ({ steamId, changes }: PlannedChange) => {
    const open = new Set(missing())
    return !changes.some((change) => keysOf(steamId, toWhat(change)).some((key) => open.has(key)))
  }

  return {
    missing,
    /** Makes all changes, spread over a time; later ones are made once the first ones were told. */
    async makeAll(plan: readonly PlannedChange[], overMs: number, random: Random, until: AbortSignal): Promise<void> {
      const waiting = new Set<PlannedChange>()
      const followUp = async () => {
        for (const each of [...waiting].filter(isTold)) {
          waiting.delete(each)
          await make(each.steamId, each.later)
        }
      }
      for (const each of plan) {
        await sleep((2 * random.next() * overMs) / plan.length)
        await make(each.steamId, each.changes)
        if (each.later.length > 0) waiting.add(each)
        if (random.chance(0.1)) await followUp()
      }
      while (waiting.size > 0 && !until.aborted) {
        await sleep(1_000)
        await followUp()
      }
    },
    verdict(): Verdict {
      const counts = new Map<string, number>()
      for (const each of told.read()) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
      const wrong = [...counts.keys()].filter((key) => !expected.has(key))
      return {
        expected: expected.size,
        lost: missing(),
        wrong,
        wrongLifts: wrong.filter((key) => key.includes(' -')),
        repeated: [...counts].filter(([, count]) => count > 1).map(([key]) => key),
      }
    },
    /** Milliseconds from each change to its message. */
    delays(): number[] {
      return told.read().flatMap((each) => {
        const madeAt = expected.get(keyOf(each))
        return madeAt === undefined ? [] : [each.at - madeAt]
      })
    },
  }
}

const keyOf = ({ guildId, steamId, what }: Pick<Told, 'guildId' | 'steamId' | 'what'>) =>
  `${guildId} ${steamId} ${what}`

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { banRecord, openAccount, type SimBans, WORLD_TIME } from '../../packages/sim-steam/src/account.ts'
import {
  BAN_KINDS,
  type BanKind,
  ChangeRefused,
  createDayCounter,
  DAY,
  lastBanOf,
  withBan,
  withoutBan,
} from '../../packages/sim-steam/src/bans.ts'
import type { AccountState } from '../../src/watch/database/accounts.ts'
import { BAN_FIELDS, type BanChange, type BanRecord, type Interval } from '../../src/model/ban-record.ts'
import { KIND_OF, type SeenRecord } from '../../src/watch/records.ts'
import { createKnownAccount, type KnownAccount } from '../support/known-account.ts'
import { numRuns } from '../support/num-runs.ts'

const STEAM_ID = '76561198000000001'
const FIELDS = [...BAN_FIELDS, 'DaysSinceLastBan'] as const

/** What Steam does in a span of time, and how its record is seen then. */
interface Step {
  seconds: number
  /** Seconds until Steam's answer arrives. */
  delay: number
  /** Each at a share of the span, in percent. */
  events: { kind: BanKind; isLift: boolean; percent: number }[]
  /** `late`: a lookup with the record of the step before, as a cache has it. */
  seenBy: 'sweep' | 'same sweep' | 'lookup' | 'late' | 'none'
  missing: readonly (keyof BanRecord)[]
}

const stepsWith = (isLift: fc.Arbitrary<boolean>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      seconds: fc.oneof(fc.integer({ min: 60, max: 6_000 }), fc.integer({ min: 60, max: 4 * DAY })),
      delay: fc.nat(14),
      events: fc.array(fc.record({ kind: fc.constantFrom(...BAN_KINDS), isLift, percent: fc.nat(100) }), {
        maxLength: 2,
      }),
      seenBy: fc.constantFrom('sweep', 'sweep', 'sweep', 'same sweep', 'lookup', 'late', 'none'),
      missing: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...FIELDS])),
    }),
    { minLength: 1, maxLength: 40 },
  )

const trials = (isLift: fc.Arbitrary<boolean>) =>
  fc.record({
    seed: fc.nat(1_000_000),
    start: fc.record({
      community: fc.boolean(),
      vac: fc.nat(2),
      game: fc.nat(2),
      daysSinceLast: fc.integer({ min: 0, max: 30 }),
      economy: fc.constantFrom('none', 'probation', 'banned', 'frozen'),
    }),
    missing: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...FIELDS])),
    steps: stepsWith(isLift),
  })
type Trial = ReturnType<typeof trials> extends fc.Arbitrary<infer T> ? T : never

const WITH_LIFTS = trials(fc.boolean())

/** A record as it was seen, with the bans that the account really had then. */
interface Sight extends SeenRecord {
  bans: SimBans
  isComplete: boolean
}

/** What was seen of a simulated account, in order, and what really happened. */
function simulate({ seed, start, missing, steps }: Trial) {
  const countDays = createDayCounter(seed)
  const account = openAccount(STEAM_ID)
  const events: { kind: BanKind; isLift: boolean; at: number }[] = []
  let bans: SimBans = banRecord(start)
  let now = WORLD_TIME
  let sweepId = 1

  const look = (sweepId: number | null, left: readonly (keyof BanRecord)[], delay = 0): Sight => {
    const last = lastBanOf(bans)
    const whole: Required<BanRecord> = {
      NumberOfVACBans: bans.vac.length,
      NumberOfGameBans: bans.game?.length ?? 0,
      DaysSinceLastBan: last === undefined ? 0 : countDays(STEAM_ID, last, now),
      CommunityBanned: bans.community,
      EconomyBan: bans.economy,
    }
    const gone = sweepId === null && whole.NumberOfGameBans === 0 ? [...left, 'NumberOfGameBans'] : left
    const record: BanRecord = Object.fromEntries(
      Object.entries(whole).filter(([field]) => !gone.includes(field as keyof BanRecord)),
    )
    return { record, at: now + delay, sweepId, bans, isComplete: gone.length === 0 }
  }

  const sights = [look(sweepId, missing)]
  for (const step of steps) {
    const late = look(null, [])
    const from = now
    for (const { percent, ...event } of step.events.toSorted((a, b) => a.percent - b.percent)) {
      const at = from + Math.max(1, Math.floor((step.seconds * percent) / 100))
      const changed = tryChange(() => (event.isLift ? withoutBan : changeAt(at))({ ...account, bans }, event.kind))
      if (changed === undefined) continue
      bans = changed
      events.push({ ...event, at })
    }
    now += step.seconds
    if (step.seenBy === 'sweep') sweepId++
    if (step.seenBy === 'late') sights.push(late)
    else if (step.seenBy !== 'none')
      sights.push(look(step.seenBy === 'lookup' ? null : sweepId, step.missing, step.delay))
  }
  for (let more = 0; more < 2; more++) {
    now += 3_600
    sights.push(look(++sweepId, []))
  }
  return { sights: sights.filter(({ record }) => Object.keys(record).length > 0), events }
}

const changeAt = (at: number) => (account: Parameters<typeof withBan>[0], kind: BanKind) => withBan(account, kind, at)

/** Undefined when the account cannot be changed so. */
function tryChange(change: () => SimBans): SimBans | undefined {
  try {
    return change()
  } catch (error) {
    if (error instanceof ChangeRefused) return undefined
    throw error
  }
}

const contains = ({ after, before }: Interval, moment: number) => after < moment && moment <= before
const fieldOf = (kind: BanChange['kind']) => BAN_FIELDS.find((field) => KIND_OF[field] === kind)
/** The record of an account with these bans, without days. */
const valuesOf = ({ vac, game = [], community, economy }: SimBans) => ({
  NumberOfVACBans: vac.length,
  NumberOfGameBans: game.length,
  CommunityBanned: community,
  EconomyBan: economy,
})
const withoutDays = ({ DaysSinceLastBan: _, ...record }: BanRecord = {}) => record

type Value = BanRecord[(typeof BAN_FIELDS)[number]]
const rankOf = (value: Value) => (typeof value === 'string' ? ['none', '', 'banned'].indexOf(value) : Number(value))
/** Whether a value is a more severe one, or another word for a restriction of the same rank. */
const isWorse = (from: Value, to: Value) => {
  if (from === undefined || to === undefined || from === to) return false
  const [before, after] = [rankOf(from), rankOf(to)].map((rank) => (rank < 0 ? 1 : rank))
  return (after ?? 0) >= (before ?? 0)
}

/** Feeds all sights to the comparison, and calls `check` after each. */
async function follow(
  sights: Sight[],
  check: (step: {
    sight: Sight
    account: KnownAccount
    changes: BanChange[]
    before: AccountState
    earlier: Sight[]
  }) => void,
) {
  const account = createKnownAccount(STEAM_ID)
  const earlier: Sight[] = []
  for (const sight of sights) {
    // Lookups of accounts without a baseline are not compared.
    if (account.state.current === null && sight.sweepId === null) continue
    const before = structuredClone(account.state)
    const { changes } = await account.see(sight.record, sight.at, sight.sweepId)
    check({ sight, account, changes, before, earlier })
    earlier.push(sight)
  }
  return account
}

const isOutdated = (
  { at, sweepId }: Sight,
  known: { current: { firstSeenAt: number } | null; checkedAt: number | null },
) => sweepId === null && at <= Math.max(known.checkedAt ?? 0, known.current?.firstSeenAt ?? 0)

/** Checks what is seen, and what really happens, in random trials. */
const ofTrials = (trials: fc.Arbitrary<Trial>, check: (simulated: ReturnType<typeof simulate>) => Promise<unknown>) =>
  fc.assert(
    fc.asyncProperty(trials, async (trial) => void (await check(simulate(trial)))),
    { numRuns: numRuns(400) },
  )

describe('of random simulated accounts', () => {
  test('every rise that a record shows is reported at once, as it is, and nothing else is', async () => {
    await ofTrials(WITH_LIFTS, ({ sights }) =>
      follow(sights, ({ sight, changes, before }) => {
        const rises = changes.filter(({ kind, isLifted }) => !isLifted && kind !== 'lastBan')
        const shown = BAN_FIELDS.filter((field) => isWorse(before.current?.record[field], sight.record[field]))
        const expected = isOutdated(sight, before) ? [] : shown.map((field) => [KIND_OF[field], sight.record[field]])
        expect(rises.map(({ kind, to }) => [kind, to])).toEqual(expected)
      }),
    )
  })

  test('a lift is reported only after two sweeps that show it, without a sweep in between that does not', async () => {
    let lifts = 0
    await ofTrials(WITH_LIFTS, ({ sights }) =>
      follow(sights, ({ sight, changes, earlier }) => {
        for (const { kind, to, isLifted } of changes) {
          const field = fieldOf(kind)
          if (!isLifted || !field) continue
          lifts++
          const shows = ({ record }: Sight) => record[field] === to || isWorse(record[field], to)
          const sweeps = earlier.filter(({ sweepId, record }) => sweepId !== null && record[field] !== undefined)
          expect(shows(sight)).toBe(true)
          expect(sight.isComplete || sight.sweepId !== null).toBe(true)
          const others = sweeps.filter(({ sweepId }) => sweepId !== sight.sweepId)
          const last = others.at(-1)
          expect(last && shows(last)).toBe(true)
        }
      }),
    )
    expect(lifts).toBeGreaterThan(numRuns(400) / 4)
  })

  test('two sweeps after the last event everything is known, and nothing is pending', async () => {
    await ofTrials(WITH_LIFTS, async ({ sights }) => {
      const { state } = await follow(sights, () => {})
      expect(withoutDays(state.current?.record)).toEqual(valuesOf(sights.at(-1)!.bans))
      expect(state.dips).toEqual([])
    })
  })

  test('each interval contains the time of what it dates', async () => {
    let dated = 0
    await ofTrials(WITH_LIFTS, ({ sights, events }) =>
      follow(sights, ({ changes, before, sight: { bans, at } }) => {
        for (const { kind, isLifted, when, from, to } of changes) {
          dated++
          if (kind === 'lastBan') {
            expect(contains(when, lastBanOf(bans)!)).toBe(true)
            continue
          }
          // When another ban was replaced by a newer one at the same time, Steam's days count from that one.
          const isSwapped = events.some(
            (event) => event.isLift && event.at > (before.checkedAt ?? 0) - 15 && event.at <= at,
          )
          if (!isLifted && (kind === 'vac' || kind === 'game')) {
            const fresh = (bans[kind] ?? []).slice(Number(from) - Number(to))
            if (!isSwapped) expect(fresh.filter((moment) => contains(when, moment))).toEqual(fresh)
          } else {
            const times = events.filter((event) => event.kind === kind && event.isLift === isLifted)
            expect(times.some((event) => contains(when, event.at))).toBe(true)
          }
        }
      }),
    )
    expect(dated).toBeGreaterThan(numRuns(400))
  })
})

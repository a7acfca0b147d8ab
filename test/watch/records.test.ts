import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { banRecord, openAccount, type SimBans, WORLD_TIME } from '../../packages/sim-steam/src/account.ts'
import {
  BAN_KINDS,
  type BanKind,
  ChangeRefused,
  createDayCounter,
  lastBanOf,
  withBan,
  withoutBan,
} from '../../packages/sim-steam/src/bans.ts'
import type { BanChange, BanRecord, NewestRecord } from '../../src/model/ban-record.ts'
import { storeComparison } from '../../src/watch/alerts.ts'
import type { AccountsRepository, AccountState } from '../../src/watch/database/accounts.ts'
import { banIntervalOf, compareRecords, findNews, isNewsFor } from '../../src/watch/records.ts'
import { CLEAN_RECORD as CLEAN } from '../support/fake-context.ts'
import { numRuns } from '../support/num-runs.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** Time of the baseline. */
const T0 = 1_780_000_000
const T1 = T0 + HOUR
const T2 = T0 + 2 * HOUR
const T3 = T0 + 3 * HOUR
/** Steam's answer can describe a moment that is this many seconds older than its arrival. */
const CALL = 15

const BANNED: BanRecord = {
  NumberOfVACBans: 2,
  NumberOfGameBans: 1,
  DaysSinceLastBan: 400,
  CommunityBanned: true,
  EconomyBan: 'banned',
}
const window = (after: number, before: number) => ({ after: after - CALL, before })
const days = (count: number, at: number) => window(at - (count + 1) * DAY, at - (count - 1) * DAY)

/** An account whose records are compared and stored as the service does it, without a database. */
function createKnownAccount() {
  const state: AccountState = { steamId: '76561198000000001', current: null, dips: [], checkedAt: null, failedTurns: 0 }
  const changes: BanChange[] = []
  let observations = 0
  const accounts: Pick<AccountsRepository, 'addObservation' | 'refine' | 'setDips'> = {
    async addObservation({ steamId: _, changes: added, ...observation }) {
      observations++
      changes.push(...added)
      state.current = { ...observation, observationId: observations }
      state.checkedAt ??= observation.firstSeenAt
      return observations
    },
    async refine(observationId, refined) {
      if (state.current?.observationId !== observationId)
        throw new Error(`observation ${observationId} is not the newest`)
      Object.assign(state.current, refined)
    },
    async setDips(_, dips) {
      state.dips = [...dips]
    },
  }
  return {
    state,
    /** All changes that were stored, oldest first. */
    changes,
    async see(record: BanRecord, at: number, sweepId: number | null) {
      const comparison = compareRecords(state, { record, at, sweepId })
      await storeComparison(accounts, state, comparison, at)
      if (comparison.isChecked) state.checkedAt = at
      return comparison
    },
  }
}

/** An account with a baseline at T0. */
async function known(record: BanRecord) {
  const account = createKnownAccount()
  await account.see(record, T0, 1)
  return account
}

const without = (record: BanRecord, ...fields: (keyof BanRecord)[]) =>
  Object.fromEntries(
    Object.entries(record).filter(([field]) => !fields.includes(field as keyof BanRecord)),
  ) as BanRecord

describe('the first record', () => {
  test('is the baseline, with the interval of the last ban', async () => {
    const account = createKnownAccount()
    expect(await account.see(BANNED, T0, 1)).toEqual({
      kind: 'baseline',
      state: { record: BANNED, lastBan: days(400, T0) },
      changes: [],
      dips: [],
      isChecked: true,
    })
  })

  test.each([
    ['without bans', CLEAN],
    ['whose days can mean "never"', { DaysSinceLastBan: 0, NumberOfVACBans: 0 }],
    ['without days', without(BANNED, 'DaysSinceLastBan')],
  ])('%s has no date of a ban', async (_, record) => {
    expect((await known(record)).state.current).toMatchObject({ record, lastBan: null })
  })

  test('without counts is dated by its days', async () => {
    expect((await known({ DaysSinceLastBan: 3 })).state.current?.lastBan).toEqual(days(3, T0))
  })
})

describe('a rise', () => {
  test.each<[string, Partial<BanRecord>, BanRecord, object]>([
    ['a VAC ban', { NumberOfVACBans: 1 }, CLEAN, { kind: 'vac', from: 0, to: 1 }],
    ['a second game ban', { NumberOfGameBans: 2, DaysSinceLastBan: 0 }, BANNED, { kind: 'game', from: 1, to: 2 }],
    ['a community ban', { CommunityBanned: true }, CLEAN, { kind: 'community', from: false, to: true }],
    ['a trade probation', { EconomyBan: 'probation' }, CLEAN, { kind: 'trade', from: 'none', to: 'probation' }],
    [
      'a trade ban',
      { EconomyBan: 'banned' },
      { ...CLEAN, EconomyBan: 'probation' },
      { kind: 'trade', from: 'probation', to: 'banned' },
    ],
    ['an unknown trade standing', { EconomyBan: 'frozen' }, CLEAN, { kind: 'trade', from: 'none', to: 'frozen' }],
    [
      'another standing of the same rank',
      { EconomyBan: 'frozen' },
      { ...CLEAN, EconomyBan: 'probation' },
      { kind: 'trade', from: 'probation', to: 'frozen' },
    ],
  ])('of %s is a change at once, dated by the checks', async (_, more, before, change) => {
    for (const sweepId of [2, null]) {
      const account = await known(before)
      const { kind, changes, state, isChecked, dips } = await account.see({ ...before, ...more }, T1, sweepId)
      expect({ kind, changes, isChecked, dips }).toEqual({
        kind: 'changed',
        changes: [{ ...change, isLifted: false, when: window(T0, T1) }],
        isChecked: true,
        dips: [],
      })
      expect(state.record).toEqual({ ...before, ...more })
    }
  })

  test('after a long outage is dated by the days', async () => {
    const account = await known(CLEAN)
    const at = T0 + 30 * DAY
    const { changes, state } = await account.see({ ...CLEAN, NumberOfGameBans: 1, DaysSinceLastBan: 4 }, at, 2)
    expect(changes).toMatchObject([{ kind: 'game', when: days(4, at) }])
    expect(state.lastBan).toEqual(days(4, at))
  })

  test('seen in an incomplete record does not count as a check of the other fields', async () => {
    const account = await known(CLEAN)
    await account.see(without({ ...CLEAN, CommunityBanned: true }, 'EconomyBan'), T1, 2)
    await account.see({ ...CLEAN, CommunityBanned: true, EconomyBan: 'banned' }, T2, 3)
    expect(account.changes).toMatchObject([
      { kind: 'community', when: window(T0, T1) },
      { kind: 'trade', when: window(T0, T2) },
    ])
  })
})

describe('a newer ban while the counts stay equal', () => {
  test('is a change with the days before and after', async () => {
    const account = await known(BANNED)
    const at = T0 + 10 * DAY
    const { changes, state } = await account.see({ ...BANNED, DaysSinceLastBan: 1 }, at, 2)
    expect(changes).toEqual([{ kind: 'lastBan', from: 410, to: 1, isLifted: false, when: days(1, at) }])
    expect(state).toEqual({ record: { ...BANNED, DaysSinceLastBan: 1 }, lastBan: days(1, at) })
  })

  test('is not a day that Steam counts earlier or later', async () => {
    const account = await known(BANNED)
    for (const [days, at] of [
      [400, T1],
      [401, T2],
      [400, T3],
      [401, T0 + DAY],
      [402, T0 + DAY + HOUR],
    ] as const) {
      expect(await account.see({ ...BANNED, DaysSinceLastBan: days }, at, null)).toMatchObject({ changes: [] })
    }
  })
})

describe('the interval of the last ban', () => {
  test('stays while records agree with it', async () => {
    const account = await known({ ...BANNED, DaysSinceLastBan: 3 })
    expect(await account.see({ ...BANNED, DaysSinceLastBan: 4 }, T1, 2)).toMatchObject({ kind: 'unchanged' })
    expect(account.state.current?.lastBan).toEqual(days(3, T0))
  })
})

describe('a dip', () => {
  test.each<[string, Partial<BanRecord>, object]>([
    ['of a count', { NumberOfVACBans: 1 }, { kind: 'vac', from: 2, to: 1 }],
    ['of the other count', { NumberOfGameBans: 0 }, { kind: 'game', from: 1, to: 0 }],
    ['of the community ban', { CommunityBanned: false }, { kind: 'community', from: true, to: false }],
    ['of the trade ban', { EconomyBan: 'none' }, { kind: 'trade', from: 'banned', to: 'none' }],
    ['from trade ban to probation', { EconomyBan: 'probation' }, { kind: 'trade', from: 'banned', to: 'probation' }],
  ])('%s is pending, and lifted when the next sweep confirms it', async (_, less, change) => {
    const account = await known(BANNED)
    const seen = { ...BANNED, ...less }
    const first = await account.see(seen, T1, 2)
    expect(first).toMatchObject({ changes: [], isChecked: true })
    const [[field, to]] = Object.entries(less) as [[string, unknown]]
    expect(account.state).toMatchObject({
      current: { record: BANNED },
      dips: [{ field, to, sweepId: 2, when: window(T0, T1) }],
    })
    const second = await account.see(seen, T2, 3)
    expect(second).toMatchObject({ kind: 'changed', changes: [{ ...change, isLifted: true, when: window(T0, T1) }] })
    expect(account.state).toMatchObject({ current: { record: { ...BANNED, ...less } }, dips: [] })
  })

  const LESS = { ...BANNED, NumberOfVACBans: 1 }

  const seen = (record: BanRecord, at: number, sweepId: number | null) => ({ record, at, sweepId })

  test.each<[string, ReturnType<typeof seen>[]]>([
    ['in the same sweep', [seen(LESS, T1, 2), seen(LESS, T2, 2)]],
    ['in a lookup', [seen(LESS, T1, 2), seen(LESS, T2, null)]],
    ['in lookups only', [seen(LESS, T1, null), seen(LESS, T2, null), seen(LESS, T3, null)]],
    ['with the old value in between', [seen(LESS, T1, 2), seen(BANNED, T2, 3), seen(LESS, T3, 4)]],
    ['with the old value in a lookup in between', [seen(LESS, T1, 2), seen(BANNED, T2, null), seen(LESS, T3, 3)]],
    ['without the field', [seen(LESS, T1, 2), seen(without(LESS, 'NumberOfVACBans'), T2, 3)]],
    ['in an incomplete record', [seen(LESS, T1, 2), seen(without(LESS, 'DaysSinceLastBan'), T2, 3)]],
    ['of an earlier sweep', [seen(LESS, T2, 3), seen(LESS, T3, 2)]],
  ])('seen again %s is not lifted', async (_, records) => {
    const account = await known(BANNED)
    for (const { record, at, sweepId } of records) await account.see(record, at, sweepId)
    expect(account.changes).toEqual([])
    expect(account.state.current?.record).toEqual(BANNED)
  })

  test('is confirmed to what both records show, and the rest is a new dip', async () => {
    const account = await known(BANNED)
    await account.see(LESS, T1, 2)
    await account.see({ ...BANNED, NumberOfVACBans: 0 }, T2, 3)
    expect(account.changes).toEqual([{ kind: 'vac', from: 2, to: 1, isLifted: true, when: window(T0, T1) }])
    expect(account.state.dips).toEqual([{ field: 'NumberOfVACBans', to: 0, sweepId: 3, when: window(T1, T2) }])
    await account.see({ ...BANNED, NumberOfVACBans: 0 }, T3, 4)
    expect(account.changes.slice(1)).toEqual([{ kind: 'vac', from: 1, to: 0, isLifted: true, when: window(T1, T2) }])
  })

  test('in the record of a rise leaves the rise at once and stays confirmable', async () => {
    const account = await known(BANNED)
    const seen = { ...BANNED, NumberOfVACBans: 1, NumberOfGameBans: 2, DaysSinceLastBan: 0 }
    const first = await account.see(seen, T1, 2)
    expect(first).toMatchObject({
      kind: 'changed',
      changes: [{ kind: 'game', from: 1, to: 2, isLifted: false }],
    })
    expect(account.state).toMatchObject({
      current: { record: { NumberOfVACBans: 2, NumberOfGameBans: 2, DaysSinceLastBan: 400 } },
      dips: [{ field: 'NumberOfVACBans', to: 1, sweepId: 2 }],
    })
    await account.see(seen, T2, 3)
    expect(account.changes.slice(1)).toEqual([{ kind: 'vac', from: 2, to: 1, isLifted: true, when: window(T0, T1) }])
  })

  test('seen in a lookup is no check, so that the lift is dated from the check before', async () => {
    const account = await known(BANNED)
    expect(await account.see(LESS, T1, null)).toMatchObject({ isChecked: false, dips: [] })
    await account.see(LESS, T2, 2)
    await account.see(LESS, T3, 3)
    expect(account.changes).toMatchObject([{ kind: 'vac', when: window(T0, T2) }])
  })
})

describe('a field that was unknown', () => {
  test('is filled without a change, and changes from then on', async () => {
    const account = await known({ CommunityBanned: false })
    expect(await account.see({ ...BANNED, CommunityBanned: false }, T1, null)).toMatchObject({
      kind: 'refined',
      changes: [],
      isChecked: true,
    })
    expect(account.state.current).toMatchObject({
      record: { ...BANNED, CommunityBanned: false },
      lastBan: days(400, T1),
    })
    await account.see({ ...BANNED, EconomyBan: 'none', CommunityBanned: true, NumberOfVACBans: 3 }, T2, 2)
    expect(account.changes.map(({ kind }) => kind)).toEqual(['vac', 'community'])
  })
})

describe('a record', () => {
  test.each<[string, BanRecord, number, number | null]>([
    ['seen again', BANNED, T0, 1],
    ['that repeats what is known', BANNED, T1, 2],
    ['without any known field', {}, T1, 2],
    ['of a lookup that is older than the check', CLEAN, T0 - 1, null],
    ['of a lookup in the second of the check', { ...BANNED, NumberOfVACBans: 7 }, T0, null],
  ])('%s changes nothing', async (_, record, at, sweepId) => {
    const account = await known(BANNED)
    const { kind, changes, dips } = compareRecords(account.state, { record, at, sweepId })
    expect({ kind, changes, dips }).toEqual({ kind: 'unchanged', changes: [], dips: [] })
  })

  test.each<[string, BanRecord, number | null, boolean]>([
    ['with all known fields', BANNED, 2, true],
    ['of a lookup with all known fields', BANNED, null, true],
    ['without a known field', without(BANNED, 'EconomyBan'), 2, false],
    ['without the days', without(BANNED, 'DaysSinceLastBan'), 2, false],
  ])('%s counts as a check accordingly', async (_, record, sweepId, isChecked) => {
    const account = await known(BANNED)
    expect(compareRecords(account.state, { record, at: T1, sweepId }).isChecked).toBe(isChecked)
  })

  test('of a sweep is read even when the clock was set back', async () => {
    const account = await known(CLEAN)
    const at = T0 - 10 * DAY
    const { changes } = await account.see({ ...CLEAN, CommunityBanned: true }, at, 2)
    // When the account was last checked by the right time is unknown.
    expect(changes).toMatchObject([{ kind: 'community', when: { after: 0, before: at } }])
  })
})

describe('a lift', () => {
  /** A VAC ban that was seen at T1 and not from T2 on. */
  async function lift() {
    const account = await known(BANNED)
    await account.see(BANNED, T1, 2)
    await account.see({ ...BANNED, NumberOfVACBans: 1 }, T2, 3)
    await account.see({ ...BANNED, NumberOfVACBans: 1 }, T3, 4)
    const [change] = account.changes
    if (!change) throw new Error('no change')
    return change
  }

  test('is news for baselines that had the ban, and not for later ones', async () => {
    const change = await lift()
    expect([T0, T1, T1 + 1, T2, T3].filter((baselineAt) => isNewsFor(baselineAt, change))).toEqual([T0, T1])
  })
})

describe('of random sequences of bans, lifts and checks', () => {
  const STEAM_ID = '76561198000000001'
  const moves = fc.array(
    fc.record({
      seconds: fc.oneof(fc.integer({ min: 60, max: 6_000 }), fc.integer({ min: 60, max: 4 * DAY })),
      /** What happens to the account after a share of this time. */
      events: fc.array(fc.record({ kind: fc.constantFrom(...BAN_KINDS), isLift: fc.boolean(), percent: fc.nat(100) }), {
        maxLength: 2,
      }),
      /** Who sees the record at the end of this time; a late look-up has the record of its beginning, as a cache has it. */
      seenBy: fc.constantFrom('sweep', 'sweep', 'sweep', 'look-up', 'late look-up', 'nobody'),
      /** Seconds until Steam's answer arrives. */
      delay: fc.nat(CALL - 1),
    }),
    { minLength: 1, maxLength: 40 },
  )
  const sequences = fc.record({
    seed: fc.nat(1_000_000),
    start: fc.record({ vac: fc.nat(2), game: fc.nat(2), daysSinceLast: fc.nat(30), community: fc.boolean() }),
    moves,
  })
  type Sequence = typeof sequences extends fc.Arbitrary<infer T> ? T : never

  /** The bans after an event at this time; the same bans if the account cannot have it. */
  function after(bans: SimBans, { kind, isLift }: { kind: BanKind; isLift: boolean }, at: number): SimBans {
    const account = { ...openAccount(STEAM_ID), bans }
    try {
      return isLift ? withoutBan(account, kind) : withBan(account, kind, at)
    } catch (error) {
      if (error instanceof ChangeRefused) return bans
      throw error
    }
  }

  /** What has happened to an account, and what was seen of it with the bans that it really had; the last two are sweeps. */
  function simulate({ seed, start, moves }: Sequence) {
    const countDays = createDayCounter(seed)
    const events: { kind: BanKind; isLift: boolean; at: number }[] = []
    let [bans, now, sweepId] = [banRecord(start), WORLD_TIME, 1]
    const look = (sweepId: number | null, delay = 0) => {
      const last = lastBanOf(bans)
      const record: BanRecord = {
        NumberOfVACBans: bans.vac.length,
        NumberOfGameBans: bans.game?.length ?? 0,
        DaysSinceLastBan: last === undefined ? 0 : countDays(STEAM_ID, last, now),
        CommunityBanned: bans.community,
        EconomyBan: bans.economy,
      }
      return { record, at: now + delay, sweepId, bans }
    }
    const sights = [look(sweepId)]
    for (const { seconds, events: given, seenBy, delay } of moves) {
      const late = look(null)
      for (const { percent, ...event } of given.toSorted((a, b) => a.percent - b.percent)) {
        const at = now + Math.max(1, Math.floor((seconds * percent) / 100))
        const changed = after(bans, event, at)
        if (changed !== bans) events.push({ ...event, at })
        bans = changed
      }
      now += seconds
      if (seenBy === 'late look-up') sights.push(late)
      else if (seenBy !== 'nobody') sights.push(look(seenBy === 'sweep' ? ++sweepId : null, delay))
    }
    for (let more = 0; more < 2; more++) {
      now += HOUR
      sights.push(look(++sweepId))
    }
    return { sights, events }
  }

  test('two sweeps after the last event everything is known, and no dip is pending', () =>
    fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const { sights } = simulate(sequence)
        const account = createKnownAccount()
        for (const { record, at, sweepId } of sights) await account.see(record, at, sweepId)
        const last = sights.at(-1)?.record ?? expect.fail('nothing was seen')
        expect(without(account.state.current?.record ?? {}, 'DaysSinceLastBan')).toEqual(
          without(last, 'DaysSinceLastBan'),
        )
        expect(account.state.dips).toEqual([])
      }),
      { numRuns: numRuns(400) },
    ))

  test('each interval contains the time of what it dates', async () => {
    let dated = 0
    const contains = (when: BanChange['when'], at: number) => when.after < at && at <= when.before
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const { sights, events } = simulate(sequence)
        const account = createKnownAccount()
        for (const { record, at, sweepId, bans } of sights) {
          const { checkedAt } = account.state
          const { changes } = await account.see(record, at, sweepId)
          // When another ban was lifted at the same time, Steam's days can count from that one.
          const isSwapped = events.some((event) => event.isLift && event.at > (checkedAt ?? 0) - CALL && event.at <= at)
          for (const { kind, isLifted, when, from, to } of changes) {
            dated++
            if (kind === 'lastBan') {
              expect(contains(when, lastBanOf(bans) ?? Number.NaN)).toBe(true)
            } else if (!isLifted && (kind === 'vac' || kind === 'game')) {
              const fresh = (bans[kind] ?? []).slice(Number(from) - Number(to))
              if (!isSwapped) expect(fresh.filter((moment) => contains(when, moment))).toEqual(fresh)
            } else {
              const times = events.filter((event) => event.kind === kind && event.isLift === isLifted)
              expect(times.some((event) => contains(when, event.at))).toBe(true)
            }
          }
        }
      }),
      { numRuns: numRuns(400) },
    )
    expect(dated).toBeGreaterThan(numRuns(400))
  })
})

describe('what every process is told', () => {
  const STEAM_ID = '76561197960287930'
  const banned = { ...CLEAN, NumberOfGameBans: 1, DaysSinceLastBan: 3 }
  const at = (seenAt: number, record: BanRecord): NewestRecord => ({ steamId: STEAM_ID, record, seenAt })
  const stateOf = (record: BanRecord, checkedAt: number) => ({
    current: { record, lastBan: null, firstSeenAt: T0 },
    dips: [],
    checkedAt,
  })

  test.each<[string, Parameters<typeof findNews>, NewestRecord | undefined]>([
    [
      'the first record',
      [at(T1, CLEAN), { state: { current: null, dips: [], checkedAt: null }, hasChanged: false }],
      at(T1, CLEAN),
    ],
    ['nothing of a clean account', [at(T2, CLEAN), { state: stateOf(CLEAN, T1), hasChanged: false }], undefined],
    [
      'other bans than the known ones',
      [at(T2, banned), { state: stateOf(CLEAN, T1), hasChanged: true }],
      at(T2, banned),
    ],
    [
      'a newer ban while the counts stay equal',
      [at(T2, { ...banned, DaysSinceLastBan: 9 }), { state: stateOf(banned, T1), hasChanged: true }],
      at(T2, { ...banned, DaysSinceLastBan: 9 }),
    ],
    ['nothing of the same bans', [at(T2, banned), { state: stateOf(banned, T1), hasChanged: false }], undefined],
    [
      'fewer bans than a dip',
      [
        at(T2, CLEAN),
        {
          state: {
            ...stateOf({ ...banned, NumberOfGameBans: 2 }, T1),
            dips: [{ field: 'NumberOfGameBans', to: 1, sweepId: 2, when: window(T0, T1) }],
          },
          hasChanged: false,
        },
      ],
      at(T2, CLEAN),
    ],
    [
      'what differs from the last news',
      [at(T2, CLEAN), { state: stateOf(CLEAN, T0), told: at(T1, banned), hasChanged: false }],
      at(T2, CLEAN),
    ],
    [
      'the newer record, if a late one differs',
      [at(T1, CLEAN), { state: stateOf(banned, T2), hasChanged: false }],
      at(T2, without(banned, 'DaysSinceLastBan')),
    ],
    [
      'a record that lacks the days, without those of an earlier one',
      [at(T2, { NumberOfGameBans: 2 }), { state: stateOf(CLEAN, T0), told: at(T0, banned), hasChanged: true }],
      at(T2, without({ ...banned, NumberOfGameBans: 2 }, 'DaysSinceLastBan')),
    ],
  ])('is %s', (_, given, news) => {
    expect(findNews(...given)).toEqual(news)
  })
})

describe('the interval of a ban that Steam counted as days ago', () => {
  test.each([
    ['today', 0, { after: T0 - DAY, before: T0 }],
    ['yesterday', 1, { after: T0 - 2 * DAY, before: T0 }],
    ['412 days ago', 412, { after: T0 - 413 * DAY, before: T0 - 411 * DAY }],
    ['absurdly long ago', 100_000, { after: 0, before: 1 }],
  ])('%s', (_, count, interval) => {
    expect(banIntervalOf(count, T0)).toEqual(interval)
  })
})

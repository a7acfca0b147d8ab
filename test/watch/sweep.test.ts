import { describe, expect, test } from 'vitest'
import type { Database, Repositories } from '../../src/app/database.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { toKnownBans } from '../../src/watch/history.ts'
import { databaseForTest } from '../support/database.ts'
import { CLEAN_RECORD } from '../support/fake-context.ts'
import { accountsFrom, openSweeps, START } from '../support/sweeps.ts'

/** The interval of the sweeps, seconds. */
const SWEEP = 60
const [alice = '', bob = ''] = accountsFrom(3)
const VAC = { NumberOfVACBans: 1, DaysSinceLastBan: 0 }

const limited = () => new RapsheetError('platform_unavailable', 'no', { upstreamStatus: 429 })

describe('an account', () => {
  test('has its baseline first, without an alert; a later ban alerts every list, once', async () => {
    const { steam, run, watch, alertsOf, changes } = await openSweeps()
    steam.change(bob, VAC)
    await watch('1', [alice, bob])
    await watch('2', [alice])
    await run(2 * SWEEP)
    expect([await alertsOf('1'), await alertsOf('2'), changes]).toEqual([[], [], []])
    steam.change(alice, VAC)
    await run(3 * SWEEP)
    expect(await alertsOf('1')).toEqual([[alice, ['vac 0 → 1']]])
    expect(await alertsOf('2')).toEqual([[alice, ['vac 0 → 1']]])
    expect(changes).toMatchObject([{ kind: 'vac', from: 0, to: 1 }])
  })

  test('that never had a record is known as such after its turn, until there is one', async () => {
    const { steam, database, run, watch } = await openSweeps()
    steam.records.set(alice, 'missing')
    await watch('1', [alice, bob])
    const known = async () => {
      const list = await database.read(({ watches }) => watches.list('1'))
      return list.map(({ account }) => toKnownBans(account)).map(({ status, hasNoRecord }) => [status, hasNoRecord])
    }
    expect(await known()).toEqual([
      ['unknown', false],
      ['unknown', false],
    ])
    await run(3 * SWEEP)
    expect(await known()).toEqual([
      ['unknown', true],
      ['clean', false],
    ])
    steam.records.set(alice, CLEAN_RECORD)
    await run(SWEEP)
    expect(await known()).toEqual([
      ['clean', false],
      ['clean', false],
    ])
  })

  test.each([
    ['no record', 'missing'],
    ['an unusable record', new RapsheetError('platform_unavailable', 'odd', { isUnusableRecord: true })],
  ] as const)('with %s is neither changed nor checked, and has three turns in a sweep', async (_, record) => {
    const { steam, clock, database, run, watch, alertsOf, reports } = await openSweeps()
    steam.change(alice, VAC)
    await watch('1', [alice, bob])
    await run(SWEEP)
    steam.records.set(alice, record)
    steam.calls.length = 0
    const [before] = await database.read(({ accounts }) => accounts.get([alice]))
    await run(SWEEP)
    expect(steam.calls).toEqual([[alice, bob], [alice], [alice]])
    const [after] = await database.read(({ accounts }) => accounts.get([alice]))
    expect({ ...after, failedTurns: 0 }).toEqual(before)
    expect(clock.unixSeconds()).toBeGreaterThan(before?.checkedAt ?? Infinity)
    expect(reports.at(-1)).toMatchObject({ accounts: 2, checked: 1, changes: 0, failedCalls: 0, calls: 3 })
    expect(await alertsOf('1')).toEqual([])
    // Its ban is still known when it is back.
    steam.change(alice, { ...CLEAN_RECORD, ...VAC, NumberOfGameBans: 1 })
    await run(SWEEP)
    expect(await alertsOf('1')).toEqual([[alice, ['game 0 → 1']]])
  })

  test('that was just added is checked within seconds, between two sweeps and during one', async () => {
    const { steam, run, watch, database } = await openSweeps()
    const many = accountsFrom(300, 10)
    await watch('1', many)
    await run(SWEEP)
    steam.calls.length = 0
    await watch('1', [alice])
    await run(10)
    expect(steam.calls.flat()).toContain(alice)
    const found = await database.read(({ watches }) => watches.get('1', alice))
    expect(found?.baselineAt).toBeGreaterThanOrEqual(START + SWEEP)
    // Once in this sweep: the turn is over.
    await run(SWEEP - 15)
    expect(steam.calls.flat().filter((steamId) => steamId === alice)).toHaveLength(1)
  })
})

describe('a sweep', () => {
  test('checks each account once, whatever the number of its lists, spread over nine tenths of the interval', async () => {
    const { steam, clock, run, watch, reports } = await openSweeps({ intervalSeconds: 100 })
    const all = accountsFrom(1_000)
    await watch('1', all)
    await watch('2', all.slice(0, 500))
    await watch('3', all.slice(400, 600))
    await run(100)
    steam.calls.length = 0
    const times: number[] = []
    steam.onCall = () => times.push(clock.unixMs() / 1000 - START - 100)
    await run(100)
    expect(steam.calls.flat().toSorted()).toEqual(all)
    expect(times).toEqual([0, 9, 18, 27, 36, 45, 54, 63, 72, 81])
    expect(reports.at(-1)).toEqual({
      sweepId: 2,
      accounts: 1_000,
      checked: 1_000,
      changes: 0,
      failedCalls: 0,
      calls: 10,
      seconds: 81,
    })
  })

  test('goes on after a failed call, asks again for its accounts, and never calls them unchanged', async () => {
    const { steam, database, run, watch, alertsOf, reports, failures } = await openSweeps()
    const all = accountsFrom(500)
    const [first = '', last = ''] = [all[0], all[499]]
    await watch('1', all)
    await run(SWEEP)
    for (const steamId of [first, last]) steam.change(steamId, VAC)
    steam.failures.push(limited())
    steam.calls.length = 0
    const lastCheck = async () => (await database.read(({ accounts }) => accounts.get([first])))[0]?.checkedAt
    const before = await lastCheck()
    await run(1)
    expect([await lastCheck(), steam.calls.length]).toEqual([before, 1])
    await run(SWEEP - 1)
    expect(steam.calls.map((ids) => [all.indexOf(ids[0] ?? ''), ids.length])).toEqual([
      [0, 100],
      [0, 100],
      [100, 100],
      [200, 100],
      [300, 100],
      [400, 100],
    ])
    expect(reports.at(-1)).toMatchObject({ accounts: 500, checked: 500, changes: 2, failedCalls: 1, calls: 6 })
    expect(failures).toMatchObject([{ upstreamStatus: 429 }])
    expect(await alertsOf('1')).toHaveLength(2)
  })

  test('waits out an outage, with few calls, and then checks every account', async () => {
    const { steam, clock, run, watch, reports, alertsOf } = await openSweeps()
    const all = accountsFrom(500)
    await watch('1', all)
    await run(SWEEP)
    steam.change(alice, VAC)
    steam.failures.push(...Array.from({ length: 20 }, limited))
    steam.calls.length = 0
    await run(5 * SWEEP)
    expect(steam.calls.length).toBeLessThan(12)
    expect(reports).toHaveLength(1)
    steam.failures.length = 0
    await run(3 * SWEEP)
    expect(reports[1]).toMatchObject({ accounts: 500, checked: 500, changes: 1 })
    expect(clock.unixSeconds()).toBe(START + 9 * SWEEP)
    expect(await alertsOf('1')).toHaveLength(1)
  })

  test('makes no calls while the rest of the day is reserved for lookups', async () => {
    let isReserved = true
    const { steam, run, watch, failures } = await openSweeps({
      refuseWhenReserved: () => {
        if (isReserved) throw new RapsheetError('budget_spent', 'no', { retryAfter: 40_000 })
      },
    })
    await watch('1', [alice])
    await run(5 * SWEEP)
    expect(steam.calls).toEqual([])
    expect(failures[0]).toMatchObject({ code: 'budget_spent' })
    isReserved = false
    await run(SWEEP + 1)
    expect(steam.calls.length).toBeGreaterThan(0)
  })

  test('reports no failed call when one was not made because the calls of the day could not be counted', async () => {
    const { steam, run, watch, reports, failures } = await openSweeps()
    await watch('1', [alice])
    steam.failures.push(new RapsheetError('budget_spent', 'no', { retryAfter: 15 }))
    await run(SWEEP)
    expect(failures).toMatchObject([{ code: 'budget_spent' }])
    expect(reports[0]).toMatchObject({ accounts: 1, checked: 1, failedCalls: 0 })
  })

  test('takes longer than configured when its calls would use more than a tenth of the day', async () => {
    // 5 calls in 60 s are 7,200 a day; a tenth of 10,000 is 1,000 a day, or 5 in 432 s.
    const { steam, run, watch, database, reports } = await openSweeps({ callsPerDay: 10_000 })
    await watch('1', accountsFrom(500))
    for (const sweeps of [1, 2, 3]) {
      await run(432)
      expect([steam.calls.length, reports.length]).toEqual([5 * sweeps, sweeps])
    }
    expect((await database.read(({ sweeps }) => sweeps.latest()))?.intervalSeconds).toBe(432)
  })
})

describe('a failure of the database', () => {
  /** The database, in whose transactions something is different. */
  const withRepositories = (database: Database, change: (repositories: Repositories) => Repositories): Database => ({
    ...database,
    transaction: (work) => database.transaction((repositories) => work(change(repositories))),
  })

  test('when an alert is stored leaves the change unseen, so that it is found again', async () => {
    const database = await databaseForTest()
    let isFull = false
    const broken = withRepositories(database, ({ outbox, ...rest }) => ({
      ...rest,
      outbox: {
        ...outbox,
        put: (entries) => (isFull ? Promise.reject(new DatabaseError('full', 'no room')) : outbox.put(entries)),
      },
    }))
    const { steam, run, watch, alertsOf } = await openSweeps({ database: broken })
    await watch('1', [alice, bob])
    await run(SWEEP)
    const read = () =>
      database.read(async ({ accounts, sweeps }) => [
        await accounts.get([alice, bob]),
        await accounts.history(alice),
        (await sweeps.latest())?.done,
      ])
    steam.change(alice, VAC)
    const [before] = await read()
    isFull = true
    await expect(run(SWEEP)).rejects.toThrow('no room')
    expect(await read()).toEqual([before, [expect.anything()], 0])
    isFull = false
    await run(SWEEP)
    expect(await alertsOf('1')).toEqual([[alice, ['vac 0 → 1']]])
  })
})

describe('after a restore', () => {
  const restored = (database: Database, at: number) =>
    database.transaction(({ meta }) => meta.set('restored_at', String(at)))

  test('the first check of each account is a baseline, and later changes are told', async () => {
    const { steam, clock, run, watch, database, alertsOf } = await openSweeps()
    await watch('1', [alice, bob])
    await run(SWEEP)
    steam.change(alice, VAC)
    await restored(database, clock.unixSeconds())
    await run(SWEEP)
    expect(await alertsOf('1')).toEqual([])
    expect(await database.read(({ accounts }) => accounts.history(alice))).toHaveLength(2)
    steam.change(bob, VAC)
    await run(SWEEP)
    expect(await alertsOf('1')).toEqual([[bob, ['vac 0 → 1']]])
  })
})

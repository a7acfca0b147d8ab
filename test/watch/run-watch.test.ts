import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { createHeldDatabase } from '../../src/cluster/held-database.ts'
import { holdLease } from '../../src/cluster/hold-lease.ts'
import { createWatchWork, type SweepReport, type WatchWorkOptions } from '../../src/watch/sweep.ts'
import { readStoredStatus, type StoredStatus } from '../../src/app/status/read-stored-status.ts'
import { advanceWith, type TrackedDatabase, trackWork } from '../support/advance.ts'
import { databaseForTest, databasePath } from '../support/database.ts'
import { fakeWatchContext } from '../support/fake-watch-context.ts'
import { accountsFrom, alertsOf, clockFromStart, createScriptedSteam, watch } from '../support/sweeps.ts'
import { takeLease } from '../support/take-lease.ts'

const SWEEP_MS = 20_000
const [alice = '', bob = ''] = accountsFrom(2)

/** Processes on one database with one Steam. */
function openWorld() {
  const path = databasePath()
  const clock = clockFromStart()
  const steam = createScriptedSteam()
  const databases: TrackedDatabase[] = []
  const advance = (ms: number) => advanceWith(clock, databases, ms)

  const start = async (holder: string, options: Partial<WatchWorkOptions> = {}) => {
    const database = trackWork(await databaseForTest(path, { clock }))
    databases.push(database)
    const state = {
      isHeld: false,
      isDatabaseDown: false,
      deliveries: 0,
      refusalDeliveries: 0,
      housekeeping: 0,
      reports: [] as StoredStatus['sweeps'][],
      sweeps: [] as SweepReport[],
      errors: [] as [string, unknown][],
    }
    const withFailures = (working: Database): Database => ({
      ...working,
      transaction: (work) =>
        state.isDatabaseDown ? Promise.reject(new DatabaseError('full', 'no room')) : working.transaction(work),
      fenced: (lease) => withFailures(working.fenced(lease)),
    })
    const flaky = withFailures(database)
    const context = fakeWatchContext(flaky, steam, { clock, intervalSeconds: SWEEP_MS / 1000 })
    const held = createHeldDatabase(flaky)
    const work = createWatchWork({
      context: { ...context, database: held.database },
      callsPerDay: 0,
      deliveries: {
        delivery: { deliverDue: async () => void state.deliveries++ },
        refusals: { deliverDue: async () => void state.refusalDeliveries++ },
      },
      removeOutdated: async () => {
        state.housekeeping++
        return true
      },
      report: async () => void state.reports.push((await readStoredStatus({ ...context, callsPerDay: 0 })).sweeps),
      onChanges: () => {},
      onSweep: (report) => state.sweeps.push(report),
      onFailure: () => {},
      onError: (task, error) => state.errors.push([task, error]),
      ...options,
    })
    const lease = holdLease({
      database: flaky,
      clock,
      name: 'discord',
      holder,
      handoverMs: 0,
      start: () => ({ handOver: async () => {}, close: async () => {} }),
      work,
      onWork(taken) {
        held.hold(taken)
        state.isHeld = taken !== undefined
      },
      onLost: () => {},
      onError: (error) => state.errors.push(['lease', error]),
    })
    const close = async () => {
      const closed = lease.close()
      void advance(2_000)
      expect(await closed).toBe(true)
    }
    onTestFinished(() => close())
    return { database, state, close }
  }
  return { steam, clock, advance, start }
}

test('sweeps, delivers, keeps house and reports until it is stopped', async () => {
  const { steam, clock, advance, start } = openWorld()
  const { database, state, close } = await start('one')
  await watch(database, '1', [alice, bob])
  await database.transaction(({ guilds }) => guilds.setAlertChannel('1', { channelId: '5', roleId: null }))
  await advance(SWEEP_MS)
  steam.change(alice, { NumberOfVACBans: 1 })
  await advance(SWEEP_MS + 10_000)
  expect(await alertsOf(database, '1')).toEqual([[alice, ['vac 0 → 1']]])
  expect(state.deliveries).toBeGreaterThan(30)
  expect(state.refusalDeliveries).toBeGreaterThan(30)
  expect(state.housekeeping).toBe(1)
  const checked = { watched: 2, overdue: 0, unanswered: 0, oldestCheckedAt: 1_700_000_040 }
  expect(state.reports.at(-1)).toMatchObject(checked)
  expect([state.errors, state.isHeld]).toEqual([[], true])
  await close()
  const calls = steam.calls.length
  await advance(3 * SWEEP_MS)
  expect([steam.calls.length, state.isHeld, clock.pending()]).toEqual([calls, false, 0])
})

test('of two processes one sweeps and delivers; the other one goes on when it ends', async () => {
  const { steam, advance, start } = openWorld()
  const first = await start('first')
  await watch(first.database, '1', accountsFrom(350))
  await advance(SWEEP_MS)
  const second = await start('second')
  steam.calls.length = 0
  await advance(2 * SWEEP_MS)
  expect(steam.calls.flat().toSorted()).toEqual([...accountsFrom(350), ...accountsFrom(350)].toSorted())
  expect([first.state.sweeps.length, second.state.sweeps.length]).toEqual([3, 0])
  expect([second.state.deliveries, second.state.refusalDeliveries]).toEqual([0, 0])

  await advance(SWEEP_MS / 2)
  const checked = steam.calls.flat().slice(700)
  expect(checked).toHaveLength(200)
  await first.close()
  await advance(SWEEP_MS / 2)
  expect(steam.calls.flat().slice(700, 1_050).toSorted()).toEqual(accountsFrom(350))
  expect(second.state.sweeps).toMatchObject([{ accounts: 350, checked: 150 }])
  expect(second.state.deliveries).toBeGreaterThan(0)
})

test('a sweep stores nothing once another process has the lease', async () => {
  const { steam, advance, start } = openWorld()
  const { database, state } = await start('first')
  await watch(database, '1', [alice])
  await advance(SWEEP_MS)
  steam.change(alice, { NumberOfVACBans: 1 })
  // Simulates that this process was frozen while it waited for Steam.
  steam.onCall = () => database.transaction(({ leases }) => takeLease(leases, 'discord', 'second'))
  await advance(SWEEP_MS)
  expect(state.errors).toContainEqual(['sweep', expect.objectContaining({ problem: 'lease_lost' })])
  expect(await alertsOf(database, '1')).toEqual([])
  expect(state.isHeld).toBe(false)
})

describe('a failure', () => {
  test('of the database is reported, and everything goes on afterwards', async () => {
    const { steam, advance, start } = openWorld()
    const { database, state } = await start('one')
    await watch(database, '1', [alice])
    await advance(SWEEP_MS)
    state.isDatabaseDown = true
    steam.change(alice, { NumberOfVACBans: 1 })
    await advance(2 * SWEEP_MS)
    expect(new Set(state.errors.map(([task]) => task))).toEqual(new Set(['lease', 'sweep']))
    expect(state.isHeld).toBe(false)
    expect(await alertsOf(database, '1')).toEqual([])
    state.isDatabaseDown = false
    await advance(SWEEP_MS)
    expect(state.isHeld).toBe(true)
    expect(await alertsOf(database, '1')).toEqual([[alice, ['vac 0 → 1']]])
  })
})

test('a delivery that hangs does not delay the sweeps, and ends with the lease', async () => {
  const { advance, start } = openWorld()
  let hasEnded = false
  const { database, state, close } = await start('one', {
    deliveries: {
      delivery: {
        deliverDue: (signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => ((hasEnded = true), resolve(undefined)))),
      },
    },
  })
  await watch(database, '1', [alice])
  await advance(3 * SWEEP_MS)
  expect(state.sweeps.length).toBeGreaterThan(1)
  expect(hasEnded).toBe(false)
  await close()
  expect(hasEnded).toBe(true)
})

test('housekeeping that could not be done is tried again in a minute', async () => {
  const { advance, start } = openWorld()
  let times = 0
  await start('one', { removeOutdated: async () => ++times === 3 })
  await advance(300_000)
  expect(times).toBe(3)
})

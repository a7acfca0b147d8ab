import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { workUnderLease } from '../../src/watch/lease.ts'
import { advanceWith, trackWork } from '../support/advance.ts'
import { databaseForTest, databasePath } from '../support/database.ts'
import { clockFromStart } from '../support/sweeps.ts'
import { takeLease } from '../support/take-lease.ts'

const REQUEST = { name: 'test', seconds: 12, mayTakeExpired: true }

/** Two processes on one database: what each of them does, and whether it holds the lease. */
async function openProcesses() {
  const path = databasePath()
  const clock = clockFromStart()
  const open = async (holder: string) => {
    const database = trackWork(await databaseForTest(path, { clock }))
    const stop = new AbortController()
    const state = { isWorking: false, works: 0, errors: [] as unknown[], isDatabaseDown: false }
    const flaky: Pick<Database, 'transaction'> = {
      transaction: (work) =>
        state.isDatabaseDown ? Promise.reject(new DatabaseError('busy', 'no')) : database.transaction(work),
    }
    const start = () =>
      workUnderLease(
        {
          database: flaky,
          clock,
          name: 'test',
          holder,
          onChange: (lease) => (state.isWorking = lease !== undefined),
          onError: (error) => state.errors.push(error),
        },
        stop.signal,
        async (held) => {
          state.works++
          await clock.sleep(1e9, held).catch(() => {})
        },
      )
    onTestFinished(() => stop.abort())
    return { database, state, stop, start }
  }
  const [first, second] = [await open('first'), await open('second')]
  const advance = (ms: number) => advanceWith(clock, [first.database, second.database], ms)
  return { first, second, advance, workers: () => [first.state.isWorking, second.state.isWorking] }
}

test('one of two processes works, for as long as it runs', async () => {
  const { first, second, advance, workers } = await openProcesses()
  void first.start()
  await advance(500)
  void second.start()
  for (let count = 0; count < 6; count++) {
    await advance(10_000)
    expect(workers()).toEqual([true, false])
  }
  expect([first.state.works, second.state.works]).toEqual([1, 0])
})

test('a process that stops hands the work over', async () => {
  const { first, second, advance, workers } = await openProcesses()
  const ended = first.start()
  await advance(500)
  void second.start()
  await advance(500)
  first.stop.abort()
  await ended
  expect(workers()).toEqual([false, false])
  await advance(3_500)
  expect(workers()).toEqual([false, true])
})

test('a process that was killed is replaced when its lease has ended', async () => {
  const { first, second, advance, workers } = await openProcesses()
  await first.database.transaction(({ leases }) => leases.acquire({ ...REQUEST, holder: 'killed' }))
  void second.start()
  await advance(11_500)
  expect(workers()).toEqual([false, false])
  await advance(2_000)
  expect(workers()).toEqual([false, true])
})

test('a process whose lease was taken stops at its next renewal', async () => {
  const { first, second, advance, workers } = await openProcesses()
  void first.start()
  await advance(500)
  // As after a long pause of this process.
  await second.database.transaction(({ leases }) => takeLease(leases, REQUEST.name, 'second'))
  await advance(4_000)
  expect(workers()).toEqual([false, false])
})

describe('a process that cannot reach the database', () => {
  test('goes on when it can renew the lease in time', async () => {
    const { first, second, advance, workers } = await openProcesses()
    void first.start()
    await advance(500)
    void second.start()
    await advance(500)
    first.state.isDatabaseDown = true
    await advance(5_000)
    expect(first.state.errors.length).toBeGreaterThan(1)
    first.state.isDatabaseDown = false
    await advance(60_000)
    expect(workers()).toEqual([true, false])
    expect(first.state.works).toBe(1)
  })

  test('stops before another one can begin, and begins again when that one stops', async () => {
    const { first, second, advance, workers } = await openProcesses()
    void first.start()
    await advance(500)
    const ended = second.start()
    await advance(500)
    first.state.isDatabaseDown = true
    const seen = new Set<string>()
    for (let passed = 0; passed < 20_000; passed += 500) {
      await advance(500)
      seen.add(workers().join())
    }
    expect([...seen]).toEqual(['true,false', 'false,false', 'false,true'])
    first.state.isDatabaseDown = false
    await advance(10_000)
    expect(workers()).toEqual([false, true])
    second.stop.abort()
    await ended
    await advance(4_000)
    expect(workers()).toEqual([true, false])
  })
})

test('after an outage of the database a process leaves an expired lease to its holder for the length of a lease', async () => {
  const { first, second, advance, workers } = await openProcesses()
  void first.start()
  await advance(500)
  void second.start()
  await advance(500)
  for (const { state } of [first, second]) state.isDatabaseDown = true
  await advance(30_000)
  expect(workers()).toEqual([false, false])
  second.state.isDatabaseDown = false
  await advance(8_000)
  expect(workers()).toEqual([false, false])
  first.state.isDatabaseDown = false
  await advance(2_000)
  expect(workers()).toEqual([true, false])
  first.state.isDatabaseDown = true
  await advance(30_000)
  expect(workers()).toEqual([false, true])
})

test('work that fails is begun again, and the error is reported', async () => {
  const database = trackWork(await databaseForTest())
  const clock = clockFromStart()
  const stop = new AbortController()
  const errors: unknown[] = []
  let works = 0
  const ended = workUnderLease(
    {
      database,
      clock,
      name: 'test',
      holder: 'me',
      onChange: () => {},
      onError: (error) => errors.push(error),
    },
    stop.signal,
    async (held) => {
      if (++works === 1) throw new Error('a bug')
      await clock.sleep(1e9, held).catch(() => {})
    },
  )
  await advanceWith(clock, [database], 5_000)
  expect([works, errors]).toEqual([2, [new Error('a bug')]])
  stop.abort()
  await ended
  expect(clock.pending()).toBe(0)
})

import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { holdLease } from '../../src/cluster/hold-lease.ts'
import { advanceWith, trackWork } from '../support/advance.ts'
import { connectionTo, databaseForTest, databasePath } from '../support/database.ts'
import { clockFromStart } from '../support/sweeps.ts'
import { takeLease } from '../support/take-lease.ts'

const KILLED = { name: 'discord', holder: 'killed', seconds: 12 }

/** Two processes on one database; what becomes of their sessions is noted in order, and which of them does the work. */
async function openProcesses({ handoverMs = 5_000, isAlone = false } = {}) {
  const path = databasePath()
  const clock = clockFromStart()
  const events: string[] = []
  const open = async (holder: string) => {
    const database = trackWork(await databaseForTest(path, { clock }))
    const state = {
      isDatabaseDown: false,
      isWorking: false,
      works: 0,
      lastSent: Promise.resolve(),
      /** The database answers when this resolves. */
      answered: Promise.resolve(),
      errors: [] as unknown[],
    }
    const reached = async <T>(work: () => Promise<T>): Promise<T> => {
      await state.answered
      if (state.isDatabaseDown) throw new DatabaseError('unreachable', 'no')
      return work()
    }
    const flaky: Pick<Database, 'transaction' | 'read'> = {
      transaction: (work) => reached(() => database.transaction(work)),
      read: (work) => reached(() => database.read(work)),
    }
    const note = (event: string) => void events.push(`${holder} ${event}`)
    const start = () => {
      const held = holdLease({
        database: flaky,
        clock,
        name: 'discord',
        holder,
        handoverMs,
        start() {
          note('starts')
          return {
            handOver: () => Promise.resolve(note('hands over')),
            close: () => Promise.resolve(note('closes')),
          }
        },
        ...(isAlone
          ? {
              alone: {
                onWait: (other) => note(`waits for ${other}`),
                onOccupied: (other) => note(`gives way to ${other}`),
              },
            }
          : {}),
        async work(signal) {
          state.works++
          await clock.sleep(1e9, signal).catch(() => {})
          await state.lastSent
        },
        onWork: (lease) => (state.isWorking = lease !== undefined),
        onLost: () => {},
        onError: (error) => state.errors.push(error),
      })
      onTestFinished(async () => {
        state.isDatabaseDown = true
        const closed = held.close()
        void advanceWith(clock, [], 10_000)
        await closed
      })
      return held
    }
    return { database, state, start }
  }
  const [first, second] = [await open('first'), await open('second')]
  const advance = (ms: number) => advanceWith(clock, [first.database, second.database], ms)
  const setDatabase = (isDown: boolean) => {
    for (const { state } of [first, second]) state.isDatabaseDown = isDown
  }
  const workers = () => [first.state.isWorking, second.state.isWorking]
  /** Starts the first process, and a second later the second one, which is its standby. */
  const startBoth = async () => {
    const held = first.start()
    await advance(1_000)
    const standby = second.start()
    await advance(1_000)
    return { held, standby }
  }
  return { startBoth, first, second, advance, events, setDatabase, workers, path, clock }
}

test('one process has the session and works, for as long as it runs', async () => {
  const { first, second, advance, events, workers } = await openProcesses()
  const held = first.start()
  await advance(1_000)
  const standby = second.start()
  for (let count = 0; count < 6; count++) {
    await advance(10_000)
    expect(workers()).toEqual([true, false])
  }
  expect([first.state.works, second.state.works]).toEqual([1, 0])
  expect(events).toEqual(['first starts'])
  expect([held.session() !== undefined, standby.session()]).toEqual([true, undefined])
})

test('a process that stops ends its work, gives the lease back, and keeps its session while the standby starts its own', async () => {
  const { startBoth, first, advance, events, workers } = await openProcesses()
  let send = () => {}
  first.state.lastSent = new Promise((resolve) => (send = resolve))
  const { held } = await startBoth()
  const closed = held.close()
  await advance(2_000)
  expect([events, workers()]).toEqual([['first starts'], [true, false]])
  send()
  await advance(4_000)
  expect([events, workers()]).toEqual([
    ['first starts', 'second starts'],
    [false, true],
  ])
  await advance(2_000)
  expect(await closed).toBe(true)
  expect(events.at(-1)).toBe('first hands over')
})

test('while the database is away the session goes on and the work ends; afterwards the holder goes on, however long that was', async () => {
  const { startBoth, first, second, advance, events, setDatabase, workers } = await openProcesses()
  await startBoth()
  setDatabase(true)
  await advance(60_000)
  expect([events, workers()]).toEqual([['first starts'], [false, false]])
  // The standby asks first.
  second.state.isDatabaseDown = false
  await advance(1_500)
  first.state.isDatabaseDown = false
  await advance(20_000)
  expect([events, workers()]).toEqual([['first starts'], [true, false]])
})

test('after an outage that the holder did not survive the standby takes over within seconds', async () => {
  const { startBoth, second, advance, events, setDatabase } = await openProcesses()
  await startBoth()
  setDatabase(true)
  await advance(20_000)
  second.state.isDatabaseDown = false
  await advance(6_000)
  expect(events).toEqual(['first starts', 'second starts'])
})

test('the work goes on through an outage after which the lease is renewed in time', async () => {
  const { startBoth, first, advance, workers } = await openProcesses()
  await startBoth()
  first.state.isDatabaseDown = true
  await advance(5_000)
  expect(first.state.errors.length).toBeGreaterThan(1)
  first.state.isDatabaseDown = false
  await advance(60_000)
  expect([workers(), first.state.works]).toEqual([[true, false], 1])
})

test('the work of a holder that is cut off ends 2 s before another process can begin, and begins again when that one stops', async () => {
  const { startBoth, first, advance, workers } = await openProcesses()
  const { standby: other } = await startBoth()
  first.state.isDatabaseDown = true
  const seen: string[] = []
  for (let passed = 0; passed < 20_000; passed += 500) {
    await advance(500)
    seen.push(workers().join())
  }
  expect([...new Set(seen)]).toEqual(['true,false', 'false,false', 'false,true'])
  expect(seen.filter((each) => each === 'false,false').length).toBeGreaterThanOrEqual(4)
  first.state.isDatabaseDown = false
  await advance(10_000)
  expect(workers()).toEqual([false, true])
  void other.close()
  await advance(4_000)
  expect(workers()).toEqual([true, false])
})

test('a process whose lease was taken ends its work and its session at its next renewal', async () => {
  const { first, second, advance, events, workers } = await openProcesses()
  first.start()
  await advance(1_000)
  // As after a long pause of this process.
  await second.database.transaction(({ leases }) => takeLease(leases, 'discord', 'second'))
  await advance(4_000)
  expect([events, workers()]).toEqual([
    ['first starts', 'first hands over'],
    [false, false],
  ])
})

test('a process that was killed is replaced when its lease has ended', async () => {
  const { first, second, advance, workers } = await openProcesses()
  await first.database.transaction(({ leases }) => leases.acquire(KILLED))
  second.start()
  await advance(11_500)
  expect(workers()).toEqual([false, false])
  await advance(2_000)
  expect(workers()).toEqual([false, true])
})

test('a process that stops while the database does not answer ends its session after 4 s, without waiting for the lease', async () => {
  const { first, advance, events } = await openProcesses()
  const held = first.start()
  await advance(5_000)
  let answer = () => {}
  first.state.answered = new Promise((resolve) => (answer = resolve))
  const closed = held.close()
  await advance(3_500)
  expect(events).toEqual(['first starts'])
  await advance(1_000)
  expect(events).toEqual(['first starts', 'first closes'])
  first.state.isDatabaseDown = true
  answer()
  expect(await closed).toBe(false)
})

describe('without standbys', () => {
  test('a second process waits for the time of one lease, then gives way to the holder that renews it', async () => {
    const { first, second, advance, events } = await openProcesses({ isAlone: true })
    first.start()
    await advance(3_000)
    second.start()
    await advance(11_500)
    expect(events).toEqual(['first starts', 'second waits for first'])
    await advance(6_000)
    expect(events).toEqual(['first starts', 'second waits for first', 'second gives way to first'])
    await advance(15_000)
    expect(events).toHaveLength(3)
  })

  test('a process that starts after its predecessor was killed goes on within one lease', async () => {
    const { first, second, advance, events } = await openProcesses({ isAlone: true })
    await first.database.transaction(({ leases }) => leases.acquire(KILLED))
    second.start()
    await advance(13_000)
    expect(events).toEqual(['second waits for killed', 'second starts'])
  })

  test.each([
    ['hours', 10_000, 1_000, ['second starts']],
    ['30 s', 30, 43_000, ['second waits for killed', 'second starts']],
  ])(
    'a clock that was set back by %s after a kill does not keep the next process out',
    async (_, backSeconds, withinMs, expected) => {
      const { first, second, advance, events, path } = await openProcesses({ isAlone: true })
      await first.database.transaction(({ leases }) => leases.acquire(KILLED))
      const db = await connectionTo(`sqlite://${path}`)
      await db('leases').increment('expires_at', backSeconds)
      second.start()
      await advance(withinMs)
      expect(events).toEqual(expected)
    },
  )

  test('a process that stops gives the lease back when its session has ended, and the next one starts at once', async () => {
    const { first, second, advance, events, workers } = await openProcesses({ isAlone: true })
    const held = first.start()
    await advance(3_000)
    second.start()
    await advance(1_000)
    const closed = held.close()
    await advance(2_000)
    await closed
    expect(events).toEqual(['first starts', 'second waits for first', 'first closes', 'second starts'])
    expect(workers()).toEqual([false, true])
  })

  test('a holder that was frozen until another process has its lease ends its session, and gives way', async () => {
    const { first, second, advance, events } = await openProcesses({ isAlone: true })
    first.start()
    await advance(1_000)
    first.state.isDatabaseDown = true
    second.start()
    await advance(13_000)
    expect(events.splice(0)).toEqual(['first starts', 'second waits for first', 'second starts'])
    first.state.isDatabaseDown = false
    await advance(2_000)
    expect(events).toEqual(['first hands over', 'first waits for second'])
    await advance(17_000)
    expect(events).toEqual(['first hands over', 'first waits for second', 'first gives way to second'])
  })
})

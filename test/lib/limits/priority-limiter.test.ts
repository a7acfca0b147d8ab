import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPriorityLimiter, type PermitRequest } from '../../../src/lib/limits/priority-limiter.ts'
import { deferred, type Deferred } from '../../support/deferred.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class TooLate extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super(`${waitMs} ms`)
    this.waitMs = waitMs
  }
}

const stay = new AbortController().signal
setMaxListeners(0, stay)

function open({ permits = 1, extraPermits = 0, urgentPermits = 0, maxWaiting = 100, expectedPermits = 0 } = {}) {
  const limit = { permits }
  const limiter = createPriorityLimiter({
    permits: () => limit.permits,
    ...(expectedPermits > 0 ? { expectedPermits: () => expectedPermits } : {}),
    extraPermits: () => extraPermits,
    urgentPermits,
    maxWaiting,
    refusal: (waitMs) => new TooLate(waitMs),
  })
  const began: string[] = []
  const work = new Map<string, Deferred<void>>()
  /** Starts work that holds a permit until `end`; resolves to 'done' or to its failure. */
  const ask = (who: string, more: Partial<PermitRequest> = {}) => {
    const own = deferred<void>()
    work.set(who, own)
    const waiter = { signal: stay, priority: () => 0, isPrivileged: false, leftMs: 60_000, ...more }
    return limiter
      .run(waiter, () => {
        began.push(who)
        return own.promise
      })
      .then(
        () => 'done',
        (error: unknown) => error,
      )
  }
  const end = async (who: string) => {
    work.get(who)?.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { limiter, limit, began, ask, end }
}

/** Makes the limiter measure that a permit is held for `ms`. */
async function teach({ ask, end }: ReturnType<typeof open>, ms: number) {
  const taught = ask('teacher')
  await vi.advanceTimersByTimeAsync(ms)
  await end('teacher')
  await taught
}

test('a request whose permit comes later than predicted, and too late, is refused, and the next one gets the permit', async () => {
  const { limiter, ask, began, end } = open()
  void ask('quick')
  await end('quick')
  void ask('slow')
  const hasty = ask('hasty', { leftMs: 500 })
  const patient = ask('patient')
  await vi.advanceTimersByTimeAsync(1_000)
  await end('slow')
  expect(await hasty).toBeInstanceOf(TooLate)
  expect(began).toEqual(['quick', 'slow', 'patient'])
  await end('patient')
  await patient
  expect(limiter.inFlight()).toBe(0)
})

describe('the order', () => {
  test('is by priority, then by arrival', async () => {
    const { began, ask, end } = open()
    const priorities = { first: 0, hours: 0, batch: 2, lookup: 3, later: 3 }
    const all = Object.entries(priorities).map(([who, priority]) => ask(who, { priority: () => priority }))
    for (const who of ['first', 'lookup', 'later', 'batch', 'hours']) await end(who)
    expect(began).toEqual(['first', 'lookup', 'later', 'batch', 'hours'])
    expect(await Promise.all(all)).toEqual(all.map(() => 'done'))
  })

  test('follows a priority that rises while the request waits', async () => {
    const { began, ask, end } = open()
    let priority = 0
    for (const who of ['first', 'other']) void ask(who, { priority: () => 1 })
    void ask('risen', { priority: () => priority })
    priority = 2
    await end('first')
    expect(began).toEqual(['first', 'risen'])
  })
})

describe('permits', () => {
  test('follow a limit that changes', async () => {
    const { limiter, limit, began, ask, end } = open({ permits: 2 })
    for (const who of ['a', 'b', 'c', 'd', 'e']) void ask(who)
    await vi.advanceTimersByTimeAsync(0)
    expect([began.length, limiter.inFlight(), limiter.isFull()]).toEqual([2, 2, true])
    limit.permits = 1
    await end('a')
    expect(began.length).toBe(2)
    await end('b')
    expect(began.length).toBe(3)
    limit.permits = 3
    await end('c')
    expect([began.length, limiter.inFlight(), limiter.isFull()]).toEqual([5, 2, false])
  })

  test('beyond the limit are for privileged requests only', async () => {
    const { began, ask } = open({ permits: 1, extraPermits: 2 })
    for (const who of ['a', 'b']) void ask(who)
    for (const who of ['x', 'y', 'z']) void ask(who, { isPrivileged: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(began).toEqual(['a', 'x', 'y'])
  })

  test('are as many for urgent requests as these have at least', async () => {
    const { began, limit, ask, end } = open({ permits: 1, urgentPermits: 3 })
    let isUrgent = true
    for (const who of ['a', 'b', 'c', 'd']) void ask(who, { isUrgent: () => isUrgent })
    void ask('x')
    await vi.advanceTimersByTimeAsync(0)
    expect(began).toEqual(['a', 'b', 'c'])
    isUrgent = false
    await end('a')
    expect(began).toHaveLength(3)
    isUrgent = true
    limit.permits = 4
    await end('b')
    expect(began).toEqual(['a', 'b', 'c', 'd', 'x'])
  })

  test('are not given during a pause', async () => {
    const { limiter, began, ask, end } = open({ permits: 2 })
    void ask('a')
    limiter.pauseFor(1_000)
    void ask('b')
    await end('a')
    await vi.advanceTimersByTimeAsync(999)
    expect(began).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1)
    expect(began).toEqual(['a', 'b'])
  })

  test('of a raised limit go to waiting requests before new ones', async () => {
    const { limit, began, ask } = open({ permits: 1 })
    for (const who of ['a', 'b']) void ask(who)
    limit.permits = 2
    void ask('late')
    await vi.advanceTimersByTimeAsync(0)
    expect(began).toEqual(['a', 'b'])
  })

  test('are paused until the longest of several pauses is over', async () => {
    const { limiter, began, ask } = open()
    limiter.pauseFor(5_000)
    limiter.pauseFor(1_000)
    void ask('a')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(began).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(began).toEqual(['a'])
  })

  test('become free also when the work fails', async () => {
    const { limiter, ask } = open()
    const failed = limiter.run({ signal: stay, priority: () => 0, isPrivileged: false, leftMs: 1 }, () =>
      Promise.reject(new Error('no')),
    )
    await expect(failed).rejects.toThrow('no')
    void ask('next')
    expect(limiter.inFlight()).toBe(1)
  })
})

describe('the predicted wait', () => {
  test('is in the error of a request that would be served too late, which is refused at once', async () => {
    const taught = open({ permits: 2 })
    await teach(taught, 1_000)
    const { began, ask } = taught
    for (const who of ['a', 'b', 'c', 'd']) void ask(who)
    await vi.advanceTimersByTimeAsync(0)
    expect(began).toEqual(['teacher', 'a', 'b'])
    expect(await ask('late', { leftMs: 1_400 })).toEqual(new TooLate(1_500))
    void ask('in time', { leftMs: 1_600 })
    expect(taught.limiter.waiting()).toHaveLength(3)
  })

  test('depends only on requests of the same or a higher priority', async () => {
    const taught = open()
    await teach(taught, 1_000)
    const { limiter, ask } = taught
    for (const who of ['a', 'b', 'c', 'd']) void ask(who)
    void ask('urgent', { priority: () => 3, leftMs: 1_100 })
    expect(limiter.waiting()).toEqual([0, 0, 0, 3])
  })

  test('can be too long also for the first request that would have to wait', async () => {
    const taught = open()
    await teach(taught, 1_000)
    void taught.ask('a')
    expect(await taught.ask('late', { leftMs: 999 })).toEqual(new TooLate(1_000))
    void taught.ask('in time', { leftMs: 1_000 })
    expect(taught.limiter.waiting()).toHaveLength(1)
  })

  test('depends on the average hold time, not on the last one', async () => {
    const taught = open()
    for (let count = 0; count < 10; count++) await teach(taught, 100)
    await teach(taught, 10_000)
    void taught.ask('a')
    void taught.ask('in time', { leftMs: 2_000 })
    expect(taught.limiter.waiting()).toHaveLength(1)
  })

  test('hardly grows when one call of many hangs', async () => {
    const limiter = open()
    for (let count = 0; count < 60; count++) await teach(limiter, 10)
    await teach(limiter, 3_500)
    void limiter.ask('first')
    const crowd = Array.from({ length: 20 }, (_, index) => limiter.ask(`${index}`, { leftMs: 3_000 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(limiter.limiter.waiting()).toHaveLength(crowd.length)
  })

  test('includes the rest of a pause and the requests ahead', async () => {
    const taught = open()
    await teach(taught, 1_000)
    taught.limiter.pauseFor(5_000)
    for (const who of ['a', 'b']) void taught.ask(who)
    expect(await taught.ask('late', { leftMs: 7_999 })).toEqual(new TooLate(8_000))
  })

  test('is the rest of a pause when no request is ahead', async () => {
    const { limiter, ask } = open()
    limiter.pauseFor(5_000)
    expect(await ask('late', { leftMs: 4_999 })).toEqual(new TooLate(5_000))
  })
})

describe('a full queue', () => {
  test('refuses the next request', async () => {
    const { ask } = open({ maxWaiting: 2 })
    for (const who of ['a', 'b', 'c']) void ask(who)
    expect(await ask('d')).toEqual(new TooLate(10_000))
  })

  test('drops the last request of the lowest priority for one of a higher priority', async () => {
    const { limiter, began, ask, end } = open({ maxWaiting: 2 })
    void ask('a')
    void ask('b', { priority: () => 0 })
    const dropped = ask('c', { priority: () => 0 })
    void ask('urgent', { priority: () => 3 })
    expect(await dropped).toEqual(new TooLate(10_000))
    expect(limiter.waiting()).toEqual([0, 3])
    await end('a')
    await end('urgent')
    expect(began).toEqual(['a', 'urgent', 'b'])
  })
})

describe('a request that is aborted', () => {
  test('after its refusal does not affect others', async () => {
    const { limiter, ask } = open({ maxWaiting: 1 })
    void ask('a')
    const leaving = new AbortController()
    const refused = ask('b', { signal: leaving.signal })
    void ask('urgent', { priority: () => 3 })
    expect(await refused).toEqual(new TooLate(10_000))
    leaving.abort('gone')
    expect(limiter.waiting()).toEqual([3])
  })

  test('while it waits leaves the queue and rejects with the reason', async () => {
    const { limiter, began, ask, end } = open()
    void ask('a')
    const leaving = new AbortController()
    const left = ask('b', { signal: leaving.signal })
    void ask('c')
    leaving.abort('enough')
    expect(await left).toBe('enough')
    expect(limiter.waiting()).toHaveLength(1)
    await end('a')
    expect(began).toEqual(['a', 'c'])
  })

  test('from the start gets no permit', async () => {
    const { limiter, ask } = open()
    expect(await ask('a', { signal: AbortSignal.abort('gone') })).toBe('gone')
    expect(limiter.inFlight()).toBe(0)
  })

  test('is so by one listener, which is removed once it has a permit', async () => {
    const { ask, end } = open()
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    void ask('a')
    void ask('b', { signal })
    await end('a')
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1])
  })
})

test('waits are predicted with the expected permits', async () => {
  const opened = open({ permits: 2, expectedPermits: 10 })
  await teach(opened, 100)
  const asked = Array.from({ length: 13 }, (_, index) => opened.ask(`${index}`, { leftMs: 100 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.limiter.waiting()).toHaveLength(10)
  expect(await asked[12]).toBeInstanceOf(TooLate)
})

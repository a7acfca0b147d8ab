import { describe, expect, test } from 'vitest'
import { PRIORITY, type Priority } from '../../../src/lib/call-context.ts'
import { createCallQueue } from '../../../src/lib/limits/call-queue.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

/** A queue with a clock to advance, and calls that end when the test says so. */
function open({ min = 1, max = 1, maxWaiting = 100 } = {}) {
  const clock = createFakeClock()
  const bounds = { max }
  const refusal = (waitMs?: number) => new Error(`refused for ${waitMs} ms`)
  const queue = createCallQueue({ min, max: () => bounds.max, maxWaiting, refusal, clock })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (
    who: string,
    priority: Priority = PRIORITY.lookup,
    { leftMs = 8_000, signal = new AbortController().signal } = {},
  ) => {
    const callContext = { priority }
    const work = () => {
      began.push(who)
      return new Promise<string>((resolve) => ends.set(who, () => resolve(who)))
    }
    const answer = queue.run({ callContext, signal, leftMs }, work).catch((error: unknown) => String(error))
    return { answer, callContext }
  }
  const end = async (who: string) => {
    await clock.advance(0)
    ends.get(who)?.()
    await clock.advance(0)
  }
  /** Calls that were refused one after another. */
  const refuse = (times = 1) => {
    for (let count = 0; count < times; count++) queue.recordRefusal(clock.now())
  }
  return { queue, clock, bounds, began, ask, end, refuse }
}

describe('calls', () => {
  test('start in the order of priority, then of arrival', async () => {
    const { ask, began, end } = open()
    ask('first')
    ask('sweep', PRIORITY.background)
    ask('scan', PRIORITY.scan)
    ask('look-up')
    ask('other look-up')
    for (const who of ['first', 'look-up', 'other look-up', 'scan', 'sweep']) await end(who)
    expect(began).toEqual(['first', 'look-up', 'other look-up', 'scan', 'sweep'])
  })

  test('of scans and sweeps that are asked for in the same turn start in the order of priority', async () => {
    const { ask, began, clock } = open()
    ask('hours', PRIORITY.background)
    ask('bans', PRIORITY.scan)
    await clock.advance(0)
    expect(began).toEqual(['bans'])
  })

  test('whose priority rises while they wait go before others', async () => {
    const { ask, began, end } = open()
    ask('first')
    ask('scan', PRIORITY.scan)
    const { callContext } = ask('shared', PRIORITY.background)
    callContext.priority = PRIORITY.lookup
    await end('first')
    expect(began).toEqual(['first', 'shared'])
  })

  test('do not exceed the limit, and end with what their work says', async () => {
    const { ask, began, clock, end, queue } = open({ min: 2, max: 2 })
    const { answer } = ask('a')
    ask('b')
    ask('c', PRIORITY.scan)
    await clock.advance(0)
    expect([began, queue.state()]).toEqual([['a', 'b'], { inFlight: 2, limit: 2, waiting: [PRIORITY.scan] }])
    await end('a')
    expect([await answer, began.length]).toEqual(['a', 3])
  })

  test('that are aborted while they wait are not made', async () => {
    const { ask, began, end, queue } = open()
    ask('first')
    const controller = new AbortController()
    const { answer } = ask('left', PRIORITY.lookup, { signal: controller.signal })
    controller.abort('enough')
    expect([await answer, queue.state().waiting]).toEqual(['enough', []])
    await end('first')
    expect(began).toEqual(['first'])
  })

  test('of the lowest priority are refused when the queue is full, the last one first', async () => {
    const { ask, queue } = open({ maxWaiting: 2 })
    ask('first')
    ask('scan', PRIORITY.scan)
    const refused = [ask('last scan', PRIORITY.scan), ask('look-up'), ask('other look-up'), ask('third look-up')]
    expect(await refused[0]?.answer).toBe('Error: refused for undefined ms')
    expect(await refused[3]?.answer).toBe('Error: refused for undefined ms')
    expect(queue.state().waiting).toEqual([PRIORITY.lookup, PRIORITY.lookup])
  })
})

describe('the limit', () => {
  test('halves with each refusal, down to the lowest limit', () => {
    const { queue, refuse } = open({ min: 4, max: 100 })
    const limits = Array.from({ length: 6 }, () => {
      refuse()
      return queue.state().limit
    })
    expect(limits).toEqual([12, 6, 4, 4, 4, 4])
  })

  test('halves once for calls that were in flight together', async () => {
    const { queue, clock } = open({ min: 4, max: 100 })
    const startedAt = clock.now()
    await clock.advance(100)
    for (let count = 0; count < 50; count++) queue.recordRefusal(startedAt)
    expect(queue.state().limit).toBe(12)
  })

  test('begins with a quarter, and doubles with each round trip until the first refusal', async () => {
    const { ask, end, queue } = open({ min: 4, max: 100, maxWaiting: 200 })
    for (let call = 0; call < 200; call++) ask(String(call))
    const limits: number[] = []
    for (let ended = 0; ended < 100;) {
      const { limit } = queue.state()
      limits.push(limit)
      for (let answers = 0; answers < limit; answers++) {
        queue.recordAnswer()
        await end(String(ended++))
      }
    }
    expect(limits).toEqual([25, 50, 100])
  })

  test('grows by one per round trip while all of it is used, up to the highest limit', async () => {
    const { ask, end, queue, refuse } = open({ min: 2, max: 16 })
    refuse()
    for (let call = 0; call < 20; call++) ask(String(call))
    const answer = (calls: number[]) => {
      for (const _ of calls) queue.recordAnswer()
    }
    answer([0, 1, 2])
    expect(queue.state().limit).toBe(3)
    answer(Array.from({ length: 100 }, () => 0))
    // Only two calls are in flight, because nothing has ended.
    expect(queue.state().limit).toBe(3)
    await end('0')
    answer(Array.from({ length: 100 }, () => 0))
    expect(queue.state().limit).toBe(4)
  })

  test('follows the highest limit, which other processes may lower', () => {
    const { queue, bounds } = open({ min: 4, max: 100 })
    bounds.max = 10
    expect(queue.state().limit).toBe(10)
    bounds.max = 1
    expect(queue.state().limit).toBe(4)
  })
})

describe('a pause', () => {
  test('delays calls, and refuses those that have less time', async () => {
    const { ask, began, clock, queue } = open()
    queue.pauseFor(5_000)
    expect(await ask('short', PRIORITY.lookup, { leftMs: 4_000 }).answer).toBe('Error: refused for 5000 ms')
    ask('long')
    await clock.advance(4_999)
    expect(began).toEqual([])
    await clock.advance(1)
    expect(began).toEqual(['long'])
  })

  test('begins with a refusal at the lowest limit, twice as long each time up to half a minute, until an answer', async () => {
    const { ask, clock, queue, refuse } = open({ min: 4, max: 8 })
    const pauses: unknown[] = []
    for (let count = 0; count < 7; count++) {
      refuse()
      pauses.push(await ask('any', PRIORITY.lookup, { leftMs: 0 }).answer)
      await clock.advance(60_000)
    }
    const seconds = [1, 2, 4, 8, 16, 30, 30]
    expect(pauses).toEqual(seconds.map((each) => `Error: refused for ${1_000 * each} ms`))
    queue.recordAnswer()
    refuse()
    expect(await ask('any', PRIORITY.lookup, { leftMs: 0 }).answer).toBe('Error: refused for 1000 ms')
  })
})

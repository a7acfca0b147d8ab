import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBatchQueue } from '../../src/lib/batch-queue.ts'
import type { BatchAnswer } from '../../src/lib/batch-queue.ts'
import { countUsage } from '../../src/lib/call-context.ts'
import type { CallContext } from '../../src/lib/call-context.ts'
import { createClock } from '../../src/lib/clock.ts'
import { plainClock } from '../../src/lib/loop-clock.ts'
import { anybody, visitor } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { complaintsDuring } from '../support/process-events.ts'

interface Call {
  keys: string[]
  callContext: CallContext
  /** Answers with `of <key>` for each key, or with what is given. */
  answer: (found?: BatchAnswer<string>) => void
  fail: (error: Error) => void
}

const all = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, { value: `of ${key}` }]))
const numbered = (length: number) => Array.from({ length }, (_, index) => String(index))

/** A queue like Steam's, whose calls a test answers by hand. */
function createCalls(loop = plainClock) {
  const calls: Call[] = []
  const queue = createBatchQueue<string>({
    maxBatch: 100,
    busyAt: 2,
    maxWaitMs: 25,
    longestWaitMs: 100,
    loop,
    load(keys, callContext) {
      const { promise, resolve, reject } = deferred<BatchAnswer<string>>()
      calls.push({ keys, callContext, answer: (found = all(keys)) => resolve(found), fail: reject })
      return promise
    },
  })
  const ask = (key: string, callContext = anybody()) => queue.ask(key, callContext)
  return { calls, queue, ask }
}

const nextTurn = () => vi.advanceTimersByTimeAsync(0)
/** The last millisecond of a wait, and the turn of the event loop that follows. */
const theLastMs = () => vi.advanceTimersByTimeAsync(2)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('when a batch leaves', () => {
  test('a full one at once', async () => {
    const { calls, queue, ask } = createCalls()
    const answers = numbered(100).map((key) => ask(key))
    expect(calls.map(({ keys }) => keys)).toEqual([numbered(100)])
    expect(queue.waiting()).toBe(0)
    calls[0]!.answer()
    expect(await Promise.all(answers)).toEqual(numbered(100).map((key) => `of ${key}`))
  })

  test('a partial one on the next turn of the event loop while idle', async () => {
    const { calls, queue, ask } = createCalls()
    const answers = ['a', 'b', 'c'].map((key) => ask(key))
    expect(calls).toHaveLength(0)
    expect(queue.waiting()).toBe(3)
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']])
    expect(queue.waiting()).toBe(0)
    calls[0]!.answer()
    expect(await Promise.all(answers)).toEqual(['of a', 'of b', 'of c'])
  })

  test('with one call under way a partial one still leaves on the next turn', async () => {
    const { calls, ask } = createCalls()
    void ask('a')
    await nextTurn()
    void ask('b')
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  })

  /** Two calls under way. */
  async function createBusyCalls() {
    const busy = createCalls()
    void busy.ask('a')
    await nextTurn()
    void busy.ask('b')
    await nextTurn()
    return busy
  }

  test('with two under way a partial one waits 25 ms for company', async () => {
    const { calls, ask } = await createBusyCalls()
    void ask('c')
    await vi.advanceTimersByTimeAsync(10)
    void ask('d')
    await vi.advanceTimersByTimeAsync(14)
    expect(calls).toHaveLength(2)
    await theLastMs()
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c', 'd']])
  })

  test('with two under way a partial one leaves as soon as one of them returns', async () => {
    const { calls, ask } = await createBusyCalls()
    void ask('c')
    await vi.advanceTimersByTimeAsync(10)
    calls[1]!.answer()
    await nextTurn()
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c']])
    await vi.advanceTimersByTimeAsync(100)
    expect(calls).toHaveLength(3)
  })

  test('with more under way the return of one sends nothing off before the wait is over', async () => {
    const { calls, ask } = createCalls()
    for (const key of numbered(300)) void ask(key)
    void ask('late')
    calls[0]!.answer()
    await vi.advanceTimersByTimeAsync(24)
    expect(calls).toHaveLength(3)
    await theLastMs()
    expect(calls[3]?.keys).toEqual(['late'])
  })

  test('when the wait ends late, who came meanwhile goes along', async () => {
    vi.useRealTimers()
    const { calls, ask } = createCalls()
    for (const key of numbered(200)) void ask(key)
    void ask('c')
    // Due after the wait, both while the event loop is busy.
    const asked = new Promise((resolve) => setTimeout(() => resolve(ask('d')), 26))
    const busyUntil = performance.now() + 40
    while (performance.now() < busyUntil);
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    expect(calls[2]!.keys).toEqual(['c', 'd'])
    calls[2]!.answer()
    expect(await asked).toBe('of d')
  })

  test('the wait begins anew with each batch', async () => {
    const { calls, ask } = await createBusyCalls()
    void ask('c')
    await vi.advanceTimersByTimeAsync(10)
    calls[0]!.answer()
    await vi.advanceTimersByTimeAsync(10)
    void ask('d')
    await vi.advanceTimersByTimeAsync(24)
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c']])
    await theLastMs()
    expect(calls.slice(3).map(({ keys }) => keys)).toEqual([['d']])
  })

  test('once the calls have returned it is idle again', async () => {
    const { calls, ask } = await createBusyCalls()
    for (const call of calls) call.answer()
    await nextTurn()
    void ask('c')
    await nextTurn()
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c']])
  })

  test('a call that fails makes room like one that succeeds', async () => {
    const { calls, ask } = createCalls()
    const failing = ask('a')
    await nextTurn()
    void ask('b')
    await nextTurn()
    void ask('c')
    calls[0]!.fail(new Error('down'))
    await expect(failing).rejects.toThrow('down')
    await nextTurn()
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c']])
  })

  test('with two under way a full one leaves at once all the same, and nobody is asked for twice', async () => {
    const { calls, ask } = await createBusyCalls()
    for (const key of numbered(100)) void ask(key)
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([numbered(100)])
    await vi.advanceTimersByTimeAsync(100)
    expect(calls).toHaveLength(3)
  })

  test('a thousand keys at once cost ten calls of a hundred', async () => {
    const { calls, ask } = createCalls()
    const answers = numbered(1_000).map((key) => ask(key))
    await vi.advanceTimersByTimeAsync(100)
    expect(calls.map(({ keys }) => keys.length)).toEqual(Array(10).fill(100))
    for (const call of calls) call.answer()
    expect(await Promise.all(answers)).toEqual(numbered(1_000).map((key) => `of ${key}`))
  })
})

describe('while our own event loop is busy', () => {
  const busyLoop = () => {
    const state = { isBusy: true, stoodMs: 0 }
    const clock = createClock(() => performance.now() - state.stoodMs)
    return { state, clock: { ...clock, delayMs: () => state.stoodMs, isBusy: () => state.isBusy } }
  }

  test('a partial batch waits for company, though no call is under way', async () => {
    const { calls, ask } = createCalls(busyLoop().clock)
    void ask('a')
    await vi.advanceTimersByTimeAsync(24)
    expect(calls).toHaveLength(0)
    await theLastMs()
    expect(calls.map(({ keys }) => keys)).toEqual([['a']])
  })

  test('it waits on as long as others join it, but not for ever', async () => {
    const { calls, ask } = createCalls(busyLoop().clock)
    for (let key = 0; key < 9; key++) {
      void ask(String(key))
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(calls).toHaveLength(0)
    for (let key = 9; key < 12; key++) {
      void ask(String(key))
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(calls.map(({ keys }) => keys)).toEqual([numbered(11)])
  })

  test('a crowd that comes one by one costs full calls', async () => {
    const { calls, ask } = createCalls(busyLoop().clock)
    for (let key = 0; key < 250; key++) {
      void ask(String(key))
      await vi.advanceTimersByTimeAsync(0.5)
    }
    expect(calls.map(({ keys }) => keys.length)).toEqual([100, 100])
  })

  test('the wait does not end by a delay of the event loop', async () => {
    const { state, clock } = busyLoop()
    const { calls, ask } = createCalls(clock)
    void ask('a')
    state.stoodMs = 20
    await vi.advanceTimersByTimeAsync(44)
    void ask('b')
    expect(calls).toHaveLength(0)
    state.isBusy = false
    await theLastMs()
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b']])
  })

  test('the return of a call sends nothing off', async () => {
    const { calls, ask } = createCalls(busyLoop().clock)
    for (const key of numbered(100)) void ask(key)
    void ask('late')
    calls[0]!.answer()
    await vi.advanceTimersByTimeAsync(24)
    expect(calls).toHaveLength(1)
    await theLastMs()
    expect(calls[1]?.keys).toEqual(['late'])
  })

  test('a full batch leaves at once', () => {
    const { calls, ask } = createCalls(busyLoop().clock)
    for (const key of numbered(100)) void ask(key)
    expect(calls.map(({ keys }) => keys.length)).toEqual([100])
  })
})

describe('what comes back', () => {
  test('one error hits its key alone', async () => {
    const { calls, ask } = createCalls()
    const [a, b, c] = ['a', 'b', 'c'].map((key) => ask(key))
    await nextTurn()
    calls[0]!.answer({ ...all(['a', 'c']), b: { error: new Error('odd record') } })
    await expect(b).rejects.toThrow('odd record')
    expect(await Promise.all([a, c])).toEqual(['of a', 'of c'])
  })

  test('a key that is left out is null', async () => {
    const { calls, ask } = createCalls()
    const answers = ['a', 'b'].map((key) => ask(key))
    await nextTurn()
    calls[0]!.answer(all(['a']))
    expect(await Promise.all(answers)).toEqual(['of a', null])
  })

  test('a failed call rejects all its keys, and those of no other call', async () => {
    const { calls, ask } = createCalls()
    const failing = ['a', 'b'].map((key) => ask(key))
    await nextTurn()
    const fine = ask('c')
    await nextTurn()
    calls[0]!.fail(new Error('down'))
    calls[1]!.answer()
    for (const answer of failing) await expect(answer).rejects.toThrow('down')
    expect(await fine).toBe('of c')
  })

  test('each key gets its own value, once, in calls that hold no more than they may', async () => {
    vi.useRealTimers()
    const keyLists = fc.uniqueArray(fc.nat().map(String), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(
        keyLists,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        async (keys, maxBatch, busyAt) => {
          const asked: string[][] = []
          const queue = createBatchQueue<string>({
            maxBatch,
            busyAt,
            maxWaitMs: 1,
            async load(batch) {
              asked.push(batch)
              return all(batch)
            },
          })
          const answers = await Promise.all(keys.map((key) => queue.ask(key, anybody())))
          expect(answers).toEqual(keys.map((key) => `of ${key}`))
          expect(asked.flat().toSorted()).toEqual(keys.toSorted())
          expect(Math.max(0, ...asked.map((batch) => batch.length))).toBeLessThanOrEqual(maxBatch)
        },
      ),
    )
  })
})

describe('who asks', () => {
  test('different callers share a call, which counts for each of them', async () => {
    const { calls, ask } = createCalls()
    const [a, b] = [visitor(), visitor()]
    void ask('a', a.callContext)
    void ask('a2', a.callContext)
    void ask('b', b.callContext)
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'a2', 'b']])
    countUsage(calls[0]!.callContext, 'upstreamCalls')
    expect([a.usage.upstreamCalls, b.usage.upstreamCalls]).toEqual([1, 1])
  })

  test('the key of somebody who left while waiting is not asked for', async () => {
    const { calls, ask } = createCalls()
    const callContext = visitor()
    const left = ask('a', callContext.callContext)
    const stayed = ask('b')
    callContext.leave(new Error('hung up'))
    await expect(left).rejects.toThrow('hung up')
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['b']])
    calls[0]!.answer()
    expect(await stayed).toBe('of b')
  })

  test('no call is made when all who waited have left, and the next one is served as if idle', async () => {
    const { calls, ask } = createCalls()
    const callContext = visitor()
    const left = ask('a', callContext.callContext)
    callContext.leave(new Error('hung up'))
    await expect(left).rejects.toThrow('hung up')
    await nextTurn()
    expect(calls).toHaveLength(0)
    void ask('b')
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['b']])
  })

  test('who had left before asking is not asked for', async () => {
    const { calls, ask } = createCalls()
    const gone = visitor()
    gone.leave(new Error('hung up'))
    await expect(ask('a', gone.callContext)).rejects.toThrow('hung up')
    await nextTurn()
    expect(calls).toHaveLength(0)
  })

  test('who leaves while the call is under way is let go at once, and the others are answered', async () => {
    const { calls, ask } = createCalls()
    const callContext = visitor()
    const left = ask('a', callContext.callContext)
    const stayed = ask('b')
    await nextTurn()
    callContext.leave(new Error('hung up'))
    await expect(left).rejects.toThrow('hung up')
    expect(calls[0]!.callContext.signal.aborted).toBe(false)
    calls[0]!.answer()
    expect(await stayed).toBe('of b')
  })

  test('who leaves after the answer no longer ends anything', async () => {
    const { calls, ask } = createCalls()
    const { callContext, leave } = visitor()
    const answer = ask('a', callContext)
    await nextTurn()
    calls[0]!.answer()
    expect(await answer).toBe('of a')
    leave()
    expect(calls[0]!.callContext.signal.aborted).toBe(false)
  })

  test('a call that everybody has left is given up, and its failure bothers nobody', async () => {
    vi.useRealTimers()
    const complaints = await complaintsDuring(async () => {
      const { calls, ask } = createCalls()
      const [a, b] = [visitor(), visitor()]
      const answers = [ask('a', a.callContext), ask('b', b.callContext)]
      await new Promise((resolve) => setImmediate(resolve))
      a.leave(new Error('hung up'))
      b.leave(new Error('hung up'))
      for (const answer of answers) await expect(answer).rejects.toThrow('hung up')
      expect(calls.map(({ callContext }) => callContext.signal.aborted)).toEqual([true])
      calls[0]!.fail(new Error('given up'))
    })
    expect(complaints).toEqual([])
  })
})

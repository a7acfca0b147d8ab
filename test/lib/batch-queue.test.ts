import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBatchQueue, type BatchAnswer } from '../../src/lib/batch-queue.ts'
import { countCall, type CallContext } from '../../src/lib/call-context.ts'
import { anyCall, cancellableCall } from '../support/callers.ts'
import { deferred } from '../support/deferred.ts'
import { warningsDuring } from '../support/process-events.ts'

interface Call {
  keys: string[]
  callContext: CallContext
  /** Answers with `of <key>` for each key, or with the given answer. */
  answer: (found?: BatchAnswer<string>) => void
  fail: (error: Error) => void
}

const all = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, { value: `of ${key}` }]))
const numbered = (length: number) => Array.from({ length }, (_, index) => String(index))

/** A queue like Steam's, whose calls a test answers by hand. */
function createCalls(isBusy = () => false) {
  const calls: Call[] = []
  const queue = createBatchQueue<string>({
    maxBatch: 100,
    busyAt: 2,
    maxWaitMs: 25,
    maxBusyWaitMs: 100,
    isBusy,
    load(keys, callContext) {
      const { promise, resolve, reject } = deferred<BatchAnswer<string>>()
      calls.push({ keys, callContext, answer: (found = all(keys)) => resolve(found), fail: reject })
      return promise
    },
  })
  const ask = (key: string, callContext = anyCall()) => queue.ask(key, callContext)
  return { calls, queue, ask }
}

const nextTurn = () => vi.advanceTimersByTimeAsync(0)
/** The last millisecond of a wait, and the turn of the event loop that follows. */
const theLastMs = () => vi.advanceTimersByTimeAsync(2)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('sending a batch', () => {
  test('sends a full batch at once', async () => {
    const { calls, queue, ask } = createCalls()
    const answers = numbered(100).map((key) => ask(key))
    expect(calls.map(({ keys }) => keys)).toEqual([numbered(100)])
    expect(queue.waiting()).toBe(0)
    calls[0]!.answer()
    expect(await Promise.all(answers)).toEqual(numbered(100).map((key) => `of ${key}`))
  })

  test('sends a partial batch on the next turn of the event loop while idle', async () => {
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

  /** Starts two calls. */
  async function createBusyCalls() {
    const busy = createCalls()
    void busy.ask('a')
    await nextTurn()
    void busy.ask('b')
    await nextTurn()
    return busy
  }

  test('waits 25 ms for more keys with two running calls', async () => {
    const { calls, ask } = await createBusyCalls()
    void ask('c')
    await vi.advanceTimersByTimeAsync(10)
    void ask('d')
    await vi.advanceTimersByTimeAsync(14)
    expect(calls).toHaveLength(2)
    await theLastMs()
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c', 'd']])
  })

  test('ends the wait when one of two running calls returns', async () => {
    const { calls, ask } = await createBusyCalls()
    void ask('c')
    await vi.advanceTimersByTimeAsync(10)
    calls[1]!.answer()
    await nextTurn()
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([['c']])
    await vi.advanceTimersByTimeAsync(100)
    expect(calls).toHaveLength(3)
  })

  test('includes keys that joined while the timer was late', async () => {
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

  test('counts a failed call as returned', async () => {
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

  test('sends a full batch at once also with two running calls, and each key once', async () => {
    const { calls, ask } = await createBusyCalls()
    for (const key of numbered(100)) void ask(key)
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([numbered(100)])
    await vi.advanceTimersByTimeAsync(100)
    expect(calls).toHaveLength(3)
  })
})

describe('sending a batch while the event loop is busy', () => {
  const busy = () => createCalls(() => true)

  test('waits for more keys also without running calls', async () => {
    const { calls, ask } = busy()
    void ask('a')
    await vi.advanceTimersByTimeAsync(24)
    expect(calls).toHaveLength(0)
    await theLastMs()
    expect(calls.map(({ keys }) => keys)).toEqual([['a']])
  })

  test('extends the wait while keys join, up to a limit', async () => {
    const { calls, ask } = busy()
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

  test('does not send a partial batch when a call returns', async () => {
    const { calls, ask } = busy()
    for (const key of numbered(100)) void ask(key)
    void ask('late')
    calls[0]!.answer()
    await vi.advanceTimersByTimeAsync(24)
    expect(calls).toHaveLength(1)
    await theLastMs()
    expect(calls[1]?.keys).toEqual(['late'])
  })
})

describe('the answer of a batch', () => {
  test('rejects only the key of an error', async () => {
    const { calls, ask } = createCalls()
    const [a, b, c] = ['a', 'b', 'c'].map((key) => ask(key))
    await nextTurn()
    calls[0]!.answer({ ...all(['a', 'c']), b: { error: new Error('odd record') } })
    await expect(b).rejects.toThrow('odd record')
    expect(await Promise.all([a, c])).toEqual(['of a', 'of c'])
  })

  test('gives null for a missing key, and leaves no listener at the signal of a caller', async () => {
    const { calls, ask } = createCalls()
    const callContext = anyCall()
    const answers = ['a', 'b'].map((key) => ask(key, callContext))
    await nextTurn()
    calls[0]!.answer(all(['a']))
    expect(await Promise.all(answers)).toEqual(['of a', null])
    expect(getEventListeners(callContext.signal, 'abort')).toHaveLength(0)
  })

  test('rejects all keys of a failed call, and no others', async () => {
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
})

describe('the callers of a batch', () => {
  test('share a call, which is added to the usage of each', async () => {
    const { calls, ask } = createCalls()
    const [a, b] = [cancellableCall(), cancellableCall()]
    void ask('a', a.callContext)
    void ask('a2', a.callContext)
    void ask('b', b.callContext)
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'a2', 'b']])
    countCall(calls[0]!.callContext)
    expect([a.usage.upstreamCalls, b.usage.upstreamCalls]).toEqual([1, 1])
  })

  test('are left out of the batch when aborted before it is sent', async () => {
    const { calls, ask } = createCalls()
    const callContext = cancellableCall()
    const left = ask('a', callContext.callContext)
    const stayed = ask('b')
    callContext.leave(new Error('hung up'))
    await expect(left).rejects.toThrow('hung up')
    await nextTurn()
    expect(calls.map(({ keys }) => keys)).toEqual([['b']])
    calls[0]!.answer()
    expect(await stayed).toBe('of b')
  })

  test('are rejected at once when aborted during the call, which goes on for the others', async () => {
    const { calls, ask } = createCalls()
    const callContext = cancellableCall()
    const left = ask('a', callContext.callContext)
    const stayed = ask('b')
    await nextTurn()
    callContext.leave(new Error('hung up'))
    await expect(left).rejects.toThrow('hung up')
    expect(calls[0]!.callContext.signal.aborted).toBe(false)
    calls[0]!.answer()
    expect(await stayed).toBe('of b')
  })

  test('abort the call when all are aborted, without an unhandled rejection', async () => {
    vi.useRealTimers()
    const complaints = await warningsDuring(async () => {
      const { calls, ask } = createCalls()
      const [a, b] = [cancellableCall(), cancellableCall()]
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

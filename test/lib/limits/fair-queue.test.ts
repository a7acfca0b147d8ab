import { expect, test } from 'vitest'
import { createFairQueue } from '../../../src/lib/limits/fair-queue.ts'

/** A queue whose tasks are recorded when they start, and end when the test ends them. */
function recordedQueue(atOnce: number) {
  const inTurn = createFairQueue(atOnce)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    add: (key: string, name: string, signal?: AbortSignal) =>
      inTurn(
        key,
        () => {
          started.push(name)
          return new Promise<void>((resolve) => void ends.set(name, resolve))
        },
        signal,
      ),
    async end(name: string, task: Promise<unknown>) {
      await expect.poll(() => ends.has(name)).toBe(true)
      ends.get(name)?.()
      await task
    },
  }
}

test('keys take turns, so that many tasks of one key delay another key by one task', async () => {
  const { started, add, end } = recordedQueue(1)
  const a1 = add('a', 'a1')
  const a2 = add('a', 'a2')
  const a3 = add('a', 'a3')
  const b1 = add('b', 'b1')
  await end('a1', a1)
  await end('b1', b1)
  await end('a2', a2)
  await end('a3', a3)
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('several keys run at a time, each with one task', async () => {
  const { started, add, end } = recordedQueue(2)
  const a1 = add('a', 'a1')
  void add('a', 'a2')
  void add('b', 'b1')
  void add('c', 'c1')
  await expect.poll(() => started).toEqual(['a1', 'b1'])
  await end('a1', a1)
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1'])
})

test('a task whose signal aborts while it waits is not started, and a failed one frees its turn', async () => {
  const { started, add, end } = recordedQueue(1)
  const stop = new AbortController()
  const a1 = add('a', 'a1')
  const b1 = add('b', 'b1', stop.signal)
  stop.abort(new Error('left'))
  await expect(b1).rejects.toThrow('left')
  await end('a1', a1)
  const inTurn = createFairQueue(1)
  await expect(inTurn('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await inTurn('a', async () => 'next')).toBe('next')
  expect(started).toEqual(['a1'])
})

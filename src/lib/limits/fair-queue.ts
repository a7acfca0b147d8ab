import { abortable } from '../abort.ts'

/** Never aborts. */
const NO_SIGNAL = new AbortController().signal

/**
 * Creates a function that runs tasks of a key one after another, and at most `atOnce` tasks of all keys. The keys take turns, so that many
 * tasks of one key delay a task of another key by no more than one. Rejects with the error of `onFull` when `maxWaiting` tasks of the key wait. A task whose signal aborts while it waits is not started; its promise
 * rejects with the reason.
 * @example
 *   const inTurn = createFairQueue(2)
 *   await inTurn(guildId, () => readList(), signal)
 */
export function createFairQueue(
  atOnce: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  onFull = () => new Error('Too many tasks wait.'),
) {
  /** What starts the waiting tasks, by their keys in the order in which these get a turn. */
  const waiting = new Map<string, Set<() => void>>()
  const running = new Set<string>()
  const startNext = (): void => {
    for (const [key, starts] of waiting) {
      if (running.size >= atOnce) return
      const [start] = starts
      if (running.has(key) || !start) continue
      running.add(key)
      remove(key, start)
      start()
    }
  }
  const remove = (key: string, start: () => void) => {
    const starts = waiting.get(key)
    starts?.delete(start)
    if (starts?.size === 0) waiting.delete(key)
  }
  return async <T>(key: string, task: () => Promise<T>, signal = NO_SIGNAL): Promise<T> => {
    await abortable<void>(signal, (resolve, reject) => {
      const starts = waiting.get(key) ?? new Set()
      if (starts.size >= maxWaiting) return reject(onFull())
      waiting.set(key, starts.add(resolve))
      startNext()
      return () => remove(key, resolve)
    })
    try {
      return await task()
    } finally {
      running.delete(key)
      const starts = waiting.get(key)
      // The key goes behind the others.
      if (starts && waiting.delete(key)) waiting.set(key, starts)
      startNext()
    }
  }
}

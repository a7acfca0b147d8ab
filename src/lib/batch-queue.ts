import { abortable } from './abort.ts'
import type { CallContext } from './call-context.ts'
import { systemClock, type Clock } from './clock.ts'
import { createSharedContext } from './shared-context.ts'

/** The answer of a batch: for each key its value, or an error of this key alone. A key without an entry has no value. */
export type BatchAnswer<V, E extends Error = Error> = Record<string, { value: V } | { error: E }>

interface BatchQueueOptions<V> {
  load(keys: string[], callContext: CallContext): Promise<BatchAnswer<V>>
  maxBatch: number
  /** A partial batch waits for more keys while at least this many calls are running. */
  busyAt: number
  /** Maximum wait of a partial batch, ms. */
  maxWaitMs: number
  /** Maximum wait of a partial batch while the event loop is busy and keys keep joining, ms; `maxWaitMs` by default. */
  maxBusyWaitMs?: number
  /** Whether the event loop is busy; false by default. */
  isBusy?: () => boolean
  clock?: Pick<Clock, 'now' | 'setTimer'>
}

interface QueuedKey<V> {
  key: string
  callContext: CallContext
  resolve(value: V | null): void
  reject(error: unknown): void
}

/**
 * Collects the keys of many requests into few calls. A full batch is sent at once. A partial batch is sent on the next turn of the event
 * loop if few calls are running, so that an idle queue adds no latency; otherwise it is sent when few calls are left or its wait ends.
 * While the event loop is busy, a partial batch waits as long as keys join it, up to `maxBusyWaitMs`: Node accepts one connection per turn,
 * so requests that have already arrived are read one by one.
 * @example
 *   const names = createBatchQueue({ load: loadNames, maxBatch: 100, busyAt: 2, maxWaitMs: 50 })
 *   await Promise.all([names.ask('7', callContext), names.ask('8', callContext)]) // one call: loadNames(['7', '8'], …)
 */
export function createBatchQueue<V>(options: BatchQueueOptions<V>) {
  const { maxBatch, busyAt, maxWaitMs, maxBusyWaitMs = maxWaitMs, isBusy = () => false, clock = systemClock } = options
  let queue: QueuedKey<V>[] = []
  let runningCalls = 0
  let immediate: NodeJS.Immediate | undefined
  let stopTimer: (() => void) | undefined

  const send = async (batch: QueuedKey<V>[]) => {
    const shared = createSharedContext()
    for (const { callContext } of batch) shared.join(callContext)
    runningCalls++
    try {
      const keys = batch.map(({ key }) => key)
      const found = await options.load(keys, shared.callContext)
      for (const { key, resolve, reject } of batch) {
        const answer = found[key]
        if (answer === undefined) resolve(null)
        else if ('error' in answer) reject(answer.error)
        else resolve(answer.value)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      shared.release()
      runningCalls--
      // Only with few running calls: otherwise each call that ends would send a small batch.
      if (maySend()) flush()
    }
  }

  const flush = () => {
    clearImmediate(immediate)
    stopTimer?.()
    immediate = stopTimer = undefined
    // Aborted calls have been rejected by `abortable`.
    queue = queue.filter(({ callContext }) => !callContext.signal.aborted)
    while (queue.length > 0) void send(queue.splice(0, maxBatch))
  }

  const maySend = () => runningCalls < busyAt && !isBusy()

  const wait = (since: number) => {
    const lengthBefore = queue.length
    const startedAt = clock.now()
    stopTimer = clock.setTimer(maxWaitMs, () => {
      const hasTime = clock.now() - since + maxWaitMs <= maxBusyWaitMs
      // After a late timer, nothing may have been read meanwhile.
      const isLate = clock.now() - startedAt > 2 * maxWaitMs
      if (isBusy() && (isLate || queue.length > lengthBefore) && hasTime) wait(since)
      // On a busy event loop the timer fires late: let Node read the sockets once more before sending.
      else immediate ??= setImmediate(flush)
    })
  }

  const schedule = () => {
    if (queue.length >= maxBatch) flush()
    else if (maySend()) immediate ??= setImmediate(flush)
    else if (!stopTimer) wait(clock.now())
  }

  return {
    /**
     * The value of a key; null when the answer does not have the key. Concurrent calls for one key are not deduplicated here, but by
     * `createSingleFlight`.
     */
    ask: (key: string, callContext: CallContext) =>
      abortable<V | null>(callContext.signal, (resolve, reject) => {
        queue.push({ key, callContext, resolve, reject })
        schedule()
      }),
    waiting: () => queue.length,
  }
}

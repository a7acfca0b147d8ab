import { untilAborted } from './abort.ts'
import type { CallContext } from './call-context.ts'
import { plainClock } from './loop-clock.ts'
import type { LoopClock } from './loop-clock.ts'
import { createSharedContext } from './shared-context.ts'

/** What a batch found for each key: its value, or the error that befell this key alone. A key left out is unknown. */
export type BatchAnswer<V> = Record<string, { value: V } | { error: Error }>

export interface BatchQueueOptions<V> {
  /** Asks for several keys in one call. */
  load(keys: string[], callContext: CallContext): Promise<BatchAnswer<V>>
  /** Keys one call can hold. */
  maxBatch: number
  /** Calls under way at which a partial batch starts to wait for company. */
  busyAt: number
  /** How long, in ms, a partial batch waits for company then. */
  maxWaitMs: number
  /** How long, in ms, a partial batch waits at most while the event loop is busy and keys go on joining it. */
  longestWaitMs?: number
  /** Tells whether the event loop is busy, and measures the waits. */
  loop?: LoopClock
}

export interface BatchQueue<V> {
  /** The value of one key, null when the answer leaves it out. Ask for a key once at a time (see single flight). */
  ask(key: string, callContext: CallContext): Promise<V | null>
  /** Keys waiting for a call. */
  waiting(): number
}

interface Waiting<V> {
  key: string
  callContext: CallContext
  resolve(value: V | null): void
  reject(error: unknown): void
}

/**
 * Collects keys, whoever asks for them, into few calls. A full batch leaves at once; a partial one on the next turn of
 * the event loop while few calls are under way (so idle adds no latency), else when few are under way again or the wait
 * is over. While the event loop is busy, a partial batch waits as long as others join it: Node accepts one connection in
 * each turn, so that a crowd which has long arrived comes to us little by little.
 */
export function createBatchQueue<V>(options: BatchQueueOptions<V>): BatchQueue<V> {
  const { maxBatch, busyAt, maxWaitMs, longestWaitMs = maxWaitMs, loop = plainClock } = options
  let queue: Waiting<V>[] = []
  let underWay = 0
  let turn: NodeJS.Immediate | undefined
  let stopTimer: (() => void) | undefined

  const send = async (batch: Waiting<V>[]) => {
    const joint = createSharedContext()
    for (const { callContext } of batch) joint.join(callContext)
    underWay++
    try {
      const found = await options.load(
        batch.map(({ key }) => key),
        joint.callContext,
      )
      for (const { key, resolve, reject } of batch) {
        const answer = found[key]
        if (answer === undefined) resolve(null)
        else if ('error' in answer) reject(answer.error)
        else resolve(answer.value)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      joint.release()
      underWay--
      // While more are under way, each return would send off the few who came since the one before.
      if (mayLeave()) flush()
    }
  }

  const flush = () => {
    clearImmediate(turn)
    stopTimer?.()
    turn = stopTimer = undefined
    // Whoever left while waiting has been answered by untilLeft; their key need not be asked.
    queue = queue.filter(({ callContext }) => !callContext.signal.aborted)
    while (queue.length > 0) void send(queue.splice(0, maxBatch))
  }

  const mayLeave = () => underWay < busyAt && !loop.isBusy()

  const wait = (since: number) => {
    const { length } = queue
    stopTimer = loop.setTimer(maxWaitMs, () => {
      const hasTime = loop.now() - since + maxWaitMs <= longestWaitMs
      if (loop.isBusy() && queue.length > length && hasTime) wait(since)
      // A busy event loop is late for its timers: what reached its sockets meanwhile is read before the batch leaves.
      else turn ??= setImmediate(flush)
    })
  }

  const schedule = () => {
    if (queue.length >= maxBatch) flush()
    else if (mayLeave()) turn ??= setImmediate(flush)
    else if (!stopTimer) wait(loop.now())
  }

  return {
    ask: (key, callContext) =>
      untilAborted(
        callContext,
        new Promise<V | null>((resolve, reject) => {
          queue.push({ key, callContext, resolve, reject })
          schedule()
        }),
      ),
    waiting: () => queue.length,
  }
}

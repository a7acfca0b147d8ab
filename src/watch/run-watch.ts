import { repeat } from '../lib/repeat.ts'
import { createSweeper, type SweeperOptions } from './sweep.ts'

/** How often messages are looked for whose delivery names no other time. */
const DELIVERY_MS = 1_000
const REPORT_MS = 15_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export interface WatchWorkOptions extends SweeperOptions {
  /** The delivery of each kind of messages, and how often it looks for them; the key is the name of its task for `onError`. */
  deliveries: Record<string, { deliverDue: (signal: AbortSignal) => Promise<unknown>; everyMs?: number }>
  /** Runs hourly work; resolves to false to be called again in a minute. */
  removeOutdated: (signal: AbortSignal) => Promise<boolean>
  /** Reports the sizes of the lists and of the outbox, about every 15 s. */
  report: () => Promise<void>
  /** Called when a step of a task fails; the task continues after a pause. */
  onError: (task: string, error: unknown) => void
}

/**
 * Creates a function for the holder of the lease that sweeps, delivers and does the hourly work until the signal aborts. The tasks are
 * independent, so that a slow Discord does not delay sweeps. It never rejects.
 */
export function createWatchWork(options: WatchWorkOptions): (signal: AbortSignal) => Promise<void> {
  const { clock } = options.context
  const tasks: Record<string, (signal: AbortSignal) => Promise<number>> = {
    sweep: createSweeper(options),
    housekeeping: async (signal) => ((await options.removeOutdated(signal)) ? HOUR_MS : MINUTE_MS),
    report: () => options.report().then(() => REPORT_MS),
  }
  for (const [task, { deliverDue, everyMs = DELIVERY_MS }] of Object.entries(options.deliveries))
    tasks[task] = (signal) => deliverDue(signal).then(() => everyMs)
  return async (signal) => {
    await Promise.all(
      Object.entries(tasks).map(([task, step]) =>
        repeat(step, { clock, signal, onError: (error) => options.onError(task, error) }),
      ),
    )
  }
}

import { repeat } from '../lib/repeat.ts'
import { createSweeper, type SweeperOptions } from './sweep.ts'

const DELIVERY_MS = 1_000
const REPORT_MS = 15_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export interface WatchWorkOptions extends SweeperOptions {
  /** Each sends the messages of one kind that are due; by the name of the task, which errors name. */
  deliveries: Record<string, { deliverDue: (signal: AbortSignal) => Promise<unknown> }>
  /** Does what time makes due, about every hour; false to try again in a minute. */
  housekeep: (signal: AbortSignal) => Promise<boolean>
  /** Reports what is on the lists and waits to be sent, about every quarter of a minute. */
  report: () => Promise<void>
  /** Called with what a task throws; it goes on after a pause. */
  onError: (task: string, error: unknown) => void
}

/**
 * Creates a function that sweeps, delivers and keeps house until the signal aborts, for the holder of the lease. Each task runs on
 * its own, so that a slow Discord does not delay sweeps. It never rejects.
 */
export function createWatchWork(options: WatchWorkOptions): (signal: AbortSignal) => Promise<void> {
  const { clock } = options.context
  const tasks: Record<string, (signal: AbortSignal) => Promise<number>> = {
    sweep: createSweeper(options),
    housekeeping: async (signal) => ((await options.housekeep(signal)) ? HOUR_MS : MINUTE_MS),
    report: () => options.report().then(() => REPORT_MS),
  }
  for (const [task, { deliverDue }] of Object.entries(options.deliveries))
    tasks[task] = (signal) => deliverDue(signal).then(() => DELIVERY_MS)
  return async (signal) => {
    await Promise.all(
      Object.entries(tasks).map(([task, step]) =>
        repeat(step, { clock, signal, onError: (error) => options.onError(task, error) }),
      ),
    )
  }
}

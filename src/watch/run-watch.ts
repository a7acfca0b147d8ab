import type { Lease } from '../database/leases.ts'
import type { HeldDatabase } from '../cluster/held-database.ts'
import { workUnderLease, type LeaseOptions } from './lease.ts'
import { createReload } from './reload-watched.ts'
import { repeat } from '../lib/repeat.ts'
import { createSweeper, type SweeperOptions } from './sweep.ts'
import type { WatchContext } from './watch-context.ts'

const LEASE = 'watch'
const DELIVERY_MS = 1_000
const REPORT_MS = 15_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** What this process does by itself for the watch lists. */
export type WatchTask = 'lease' | 'sweep' | 'delivery' | 'refusals' | 'housekeeping' | 'report' | 'reload'

export interface RunWatchOptions
  extends Pick<LeaseOptions, 'holder'>, Pick<SweeperOptions, 'callsPerDay' | 'onChanges' | 'onSweep' | 'onFailure'> {
  context: WatchContext
  /** The database that everything writes which only the holder of the lease does. */
  held: HeldDatabase
  /** Sends the alerts that are due. */
  deliverDue: (signal: AbortSignal) => Promise<unknown>
  /** Sends the messages about refusals that are due. */
  deliverRefusals: (signal: AbortSignal) => Promise<unknown>
  /** Does what time makes due, about every hour; false to try again in a minute. */
  housekeep: () => Promise<boolean>
  onLease: (isHeld: boolean) => void
  /** Reports what is on the lists and waits to be sent, about every quarter of a minute. */
  report: () => Promise<void>
  /** Called with what a task throws; it goes on after a pause. */
  onError: (task: WatchTask, error: unknown) => void
}

/**
 * Sweeps, delivers and keeps house while this process holds the lease for it, until the signal aborts. Each task runs on its own,
 * so that a slow Discord does not delay sweeps. Never rejects; resolves to whether the lease was given back.
 */
export async function runWatch(options: RunWatchOptions, signal: AbortSignal): Promise<boolean> {
  const { context, held, onError, onLease } = options
  const { database, clock } = context
  const run = (task: WatchTask, until: AbortSignal, step: (signal: AbortSignal) => Promise<number>) =>
    repeat(step, { clock, signal: until, onError: (error) => onError(task, error) })
  const sweep = createSweeper({ ...options, context: { ...context, database: held.database } })

  const work = async (whileHeld: AbortSignal) => {
    await Promise.all([
      run('sweep', whileHeld, sweep),
      run('delivery', whileHeld, async (until) => {
        await options.deliverDue(until)
        return DELIVERY_MS
      }),
      run('refusals', whileHeld, async (until) => {
        await options.deliverRefusals(until)
        return DELIVERY_MS
      }),
      run('housekeeping', whileHeld, async () => ((await options.housekeep()) ? HOUR_MS : MINUTE_MS)),
      run('report', whileHeld, async () => {
        await options.report()
        return REPORT_MS
      }),
    ])
  }

  const onChange = (lease: Lease | undefined) => {
    held.hold(lease)
    onLease(lease !== undefined)
  }
  const lease = { ...options, database, clock, name: LEASE, onChange }
  const [isReturned] = await Promise.all([
    workUnderLease({ ...lease, onError: (error) => onError('lease', error) }, signal, work),
    run('reload', signal, createReload(context)),
  ])
  return isReturned
}

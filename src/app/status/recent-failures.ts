import type { WallClock } from '../../lib/clock.ts'
import type { Failure } from '../../model/status.ts'

const KEPT = 50

/** Reports a failure that the operator should notice. It contains nothing that a client has chosen. */
export type ReportFailure = (failure: Omit<Failure, 'at' | 'requestId'> & { requestId?: string }) => void

/** Keeps the last failures of this process in memory. */
export function createRecentFailures(clock: WallClock) {
  const failures: Failure[] = []
  const report: ReportFailure = ({ requestId = null, ...failure }) => {
    failures.push({ at: clock.unixSeconds(), ...failure, requestId })
    if (failures.length > KEPT) failures.shift()
  }
  return {
    report,
    /** Newest first. */
    list: (): Failure[] => failures.toReversed(),
  }
}

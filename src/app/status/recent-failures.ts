import type { WallClock } from '../../lib/clock.ts'
import type { Failure, ReportFailure } from '../../model/status.ts'

const KEPT = 50

/** Keeps the last failures of this process in memory. */
export function createRecentFailures(clock: WallClock) {
  const failures: Failure[] = []
  const report: ReportFailure = ({ guildId = null, requestId = null, ...failure }) => {
    failures.push({ at: clock.unixSeconds(), ...failure, guildId, requestId })
    if (failures.length > KEPT) failures.shift()
  }
  return {
    report,
    /** Newest first. */
    list: (): Failure[] => failures.toReversed(),
  }
}

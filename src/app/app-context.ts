import type { Logger } from 'pino'
import type { Clock, WallClock } from '../lib/clock.ts'
import { createLogThrottle } from '../lib/log-throttle.ts'
import { DatabaseError, type DatabaseProblem } from '../model/database-error.ts'
import type { Failure, ReportFailure } from '../model/status.ts'
import type { Policies } from '../policy/policies.ts'
import type { Metrics } from './metrics.ts'
import type { Settings } from './settings/read-settings.ts'

/** What most parts of the service need. */
export interface AppContext {
  settings: Settings
  clock: Clock
  metrics: Metrics
  policies: Policies
  log: Logger
  onFailure: ReportFailure
  reportError: ReportError
  /** The problem of the database that is in the log already. */
  databaseProblem: () => DatabaseProblem | undefined
}

/** Logs and reports an error of a background task; `guildId` is the Discord server of a task that concerns one alone. */
export type ReportError = (task: string, error: unknown, guildId?: string) => void

/**
 * Creates the log for errors of background tasks, which continue after an error. Each kind of error of a task is logged and reported at
 * most once a minute. `databaseProblem` returns the problem of the database that is in the log already: tasks that fail because of it add no line.
 */
export function createErrorLog(
  log: Logger,
  onFailure: ReportFailure,
  databaseProblem: () => DatabaseProblem | undefined,
): ReportError {
  const mayLog = createLogThrottle()
  return (task, error, guildId) => {
    if (error instanceof DatabaseError) {
      const { problem, message, cause } = error
      const isKnown = problem === databaseProblem()
      if (!mayLog(isKnown ? problem : `${task} ${guildId} ${problem}`)) return
      if (!isKnown) log.error({ task, guildId, problem, err: cause }, message)
      onFailure({ level: 'error', code: problem, where: task, guildId })
    } else if (mayLog(`${task} ${guildId}`)) {
      log.error({ task, guildId, err: error }, 'an unexpected error, which is a bug; the work goes on')
      onFailure({ level: 'error', code: 'internal', where: task, guildId })
    }
  }
}

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

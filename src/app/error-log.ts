import type { Logger } from 'pino'
import { createLogThrottle } from '../lib/log-throttle.ts'
import { DatabaseError } from '../model/database-error.ts'
import type { ReportFailure } from '../model/status.ts'

/**
 * Creates the log for errors of background tasks, which continue after an error. Each kind of error of a task is logged and reported at
 * most once a minute; `guildId` is the Discord server of a task that concerns one alone.
 */
export function createErrorLog(log: Logger, onFailure: ReportFailure) {
  const mayLog = createLogThrottle()
  return (task: string, error: unknown, guildId?: string): void => {
    if (error instanceof DatabaseError) {
      // Not logged for each task, because the shutdown logs once that the database was given up.
      if (error.problem === 'given_up') return
      const { problem, message, cause } = error
      if (!mayLog(`${task} ${guildId} ${problem}`)) return
      log.error({ task, guildId, problem, err: cause }, message)
      onFailure({ level: 'error', code: problem, where: task, guildId })
    } else if (mayLog(`${task} ${guildId}`)) {
      log.error({ task, guildId, err: error }, 'an unexpected error, which is a bug; the work goes on')
      onFailure({ level: 'error', code: 'internal', where: task, guildId })
    }
  }
}

import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { DatabaseError, type DatabaseProblem } from '../model/database-error.ts'

/** Problems of the database itself that the next attempt does not solve. */
const LASTING: ReadonlySet<DatabaseProblem> = new Set([
  'full',
  'readonly',
  'damaged',
  'lost',
  'unreachable',
  'unavailable',
])

/**
 * Problems that are over once the database can be read. A full disk is not among them, because a database on a full disk can be read too.
 */
const ENDED_BY_READ: ReadonlySet<DatabaseProblem> = new Set(['lost', 'unreachable'])

/**
 * Wraps the database, and tracks the problem of its last write, such as a full disk; logs when a problem begins and ends. If the database
 * itself was away, a successful read also ends the problem, because a process that only reads would otherwise report it forever.
 */
export function observeWrites(
  database: Database,
  log: Logger,
): { database: Database; problem: () => DatabaseProblem | undefined } {
  let failing: DatabaseProblem | undefined
  const note = (error: unknown) => {
    const problem = error instanceof DatabaseError && LASTING.has(error.problem) ? error.problem : undefined
    if (problem === failing || (error !== undefined && problem === undefined)) return
    failing = problem
    if (problem === undefined) log.info('the database can be written again')
    else log.warn({ problem, err: error }, 'the database cannot be written: changes of lists, sweeps and alerts wait')
  }
  const observe = (observed: Database): Database => ({
    ...observed,
    async read(work, guildId) {
      const before = failing
      const result = await observed.read(work, guildId)
      // A read that began before the failed write proves nothing about the time after it.
      if (before && before === failing && ENDED_BY_READ.has(before)) note(undefined)
      return result
    },
    async transaction(work) {
      try {
        const result = await observed.transaction(work)
        note(undefined)
        return result
      } catch (error) {
        note(error)
        throw error
      }
    },
    fenced: (lease) => observe(observed.fenced(lease)),
  })
  return { database: observe(database), problem: () => failing }
}

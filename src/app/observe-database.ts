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
 * Problems that reads have too, and that are over once the database can be read. A full disk is not among them, because a database on a full
 * disk can be read.
 */
const OF_READS: ReadonlySet<DatabaseProblem> = new Set(['lost', 'unreachable'])

/**
 * Wraps the database, and tracks a problem of it, such as a full disk; logs when a problem begins and ends. Writes tell of all problems, reads
 * only that the database is away, and that it is back, because a process may only read.
 */
export function observeDatabase(
  database: Database,
  log: Logger,
): { database: Database; problem: () => DatabaseProblem | undefined } {
  let failing: DatabaseProblem | undefined
  const end = () => {
    if (failing) log.info('the database can be written again')
    failing = undefined
  }
  const note = (error: unknown, problems: ReadonlySet<DatabaseProblem>) => {
    if (!(error instanceof DatabaseError) || error.problem === failing || !problems.has(error.problem)) return
    failing = error.problem
    const facts = { problem: failing, reason: error.message }
    log.warn(facts, 'the database cannot be written: changes of lists, sweeps and alerts wait')
  }
  const observe = (observed: Database): Database => ({
    ...observed,
    async read(work, guildId) {
      const before = failing
      try {
        const result = await observed.read(work, guildId)
        // A read that began before the failure proves nothing about the time after it.
        if (before && before === failing && OF_READS.has(before)) end()
        return result
      } catch (error) {
        note(error, OF_READS)
        throw error
      }
    },
    async transaction(work) {
      try {
        const result = await observed.transaction(work)
        end()
        return result
      } catch (error) {
        note(error, LASTING)
        throw error
      }
    },
    fenced: (lease) => observe(observed.fenced(lease)),
  })
  return { database: observe(database), problem: () => failing }
}

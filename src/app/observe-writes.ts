import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { DatabaseError, type DatabaseProblem } from '../model/database-error.ts'

/** What the database itself is at fault for, and does not pass by with the next try. */
const LASTING: ReadonlySet<DatabaseProblem> = new Set([
  'full',
  'readonly',
  'damaged',
  'lost',
  'unreachable',
  'unavailable',
])

/** What is over once the database can be read; a full disk, for example, is not. */
const ENDED_BY_READ: ReadonlySet<DatabaseProblem> = new Set(['lost', 'unreachable'])

/**
 * The database, and the problem of its last write, for example because the disk is full; each change of that is logged. Where the
 * database itself was away, a read ends the problem too: a process that only reads would report it for ever.
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
    async read(work) {
      const before = failing
      const result = await observed.read(work)
      // A read that began before the failure says nothing about the time after it.
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

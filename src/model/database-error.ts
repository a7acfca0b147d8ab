/**
 * Why the database of watch lists and policies could not do its work. `full`: the disk is full. `busy`: another process uses it for too
 * long. `readonly`: it cannot be written. `newer`: its schema is newer than this program. `damaged`: its content is damaged. `lost`: its
 * file was deleted or replaced while it was open. `foreign`: it belongs to another program. `unreachable`: its server does not answer.
 * `lease_lost`: another process has taken the lease. `unavailable`: any
 * other reason.
 */
export type DatabaseProblem =
  | 'full'
  | 'busy'
  | 'readonly'
  | 'newer'
  | 'damaged'
  | 'lost'
  | 'foreign'
  | 'unreachable'
  | 'lease_lost'
  | 'unavailable'

/** A failure of the database. The transaction was rolled back. The message tells the operator what is wrong and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly problem: DatabaseProblem

  constructor(problem: DatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/**
 * Why the database of entrusted data could not do its work: `full` disk; `busy` with another process for too long; `readonly`; `newer`
 * schema than this program knows; `damaged`; `lost`, because its file was deleted or replaced while it was open; `foreign` file of another
 * program; `unreachable` server; `lease_lost` to another process; `given_up`, because the service stops and the server does not answer;
 * `unavailable` for any other reason.
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
  | 'given_up'
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

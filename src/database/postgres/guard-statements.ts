import type pg from 'pg'

type Callback = (error: Error | null, result?: pg.QueryResult) => void

/** A connection of a pool of knex, which does not use it again once `__knex__disposed` is set. */
export interface GuardedConnection {
  query(statement: pg.QueryConfig, callback: Callback): void
  __knex__disposed?: unknown
}

/** The error of a failed statement. Its type distinguishes errors of the database from errors that the work of a transaction throws. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  override readonly cause: Error
  /** Whether it was to end a transaction, so that it is not known whether this was stored. */
  readonly isCommit: boolean

  constructor(cause: Error, isCommit: boolean) {
    super(cause.message, { cause })
    this.cause = cause
    this.isCommit = isCommit
  }
}

/** The text of an error of `pg` when the server did not answer in time; it has no code. */
export const NO_ANSWER = 'Query read timeout'

/**
 * Makes the statements of a connection fail with a StatementError. A connection without an answer, or on which a transaction
 * could not be ended, is not used again: `pg` would keep it with the statement that still runs.
 */
export function guardStatements(connection: GuardedConnection, onNoAnswer: () => void): void {
  const query = connection.query.bind(connection)
  connection.query = ({ text, values = [] }, callback) => {
    const isCommit = text.startsWith('COMMIT')
    const broken = connection.__knex__disposed
    if (broken instanceof Error) return callback(new StatementError(broken, false))
    query({ text, values: values.map(withoutNul) }, (error, result) => {
      if (!error) return callback(null, result)
      const hasNoAnswer = error.message === NO_ANSWER
      if (hasNoAnswer) onNoAnswer()
      if (hasNoAnswer || text.startsWith('ROLLBACK')) connection.__knex__disposed = error
      callback(new StatementError(error, isCommit))
    })
  }
}

/** Postgres refuses U+0000 in a text, which SQLite and Steam's names allow. */
const withoutNul = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '') : value)

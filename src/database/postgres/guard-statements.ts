import type pg from 'pg'

type Callback = (error: Error | null, result?: pg.QueryResult) => void

/** A connection of knex's pool. The pool drops a connection whose `__knex__disposed` is set. */
export interface GuardedConnection {
  query(statement: pg.QueryConfig, callback: Callback): void
  __knex__disposed?: unknown
}

/** The error of a failed statement. Its type distinguishes errors of the database from errors of the work in a transaction. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  override readonly cause: Error
  /** Whether the statement was a commit. If a commit got no answer, it is unknown whether the transaction was stored. */
  readonly isCommit: boolean

  constructor(cause: Error, isCommit: boolean) {
    super(cause.message, { cause })
    this.cause = cause
    this.isCommit = isCommit
  }
}

/** The message of the error that `pg` throws when the server did not answer in time; that error has no code. */
const NO_ANSWER = 'Query read timeout'

/**
 * Makes failed statements of a connection reject with a StatementError. After a statement without an answer, the connection is not used
 * again, because `pg` would keep it with the running statement. Nor is it used again after a failed rollback.
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

/** Removes U+0000, which Postgres refuses in a text, but SQLite and Steam's names allow. */
const withoutNul = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '') : value)

import { LRUCache } from 'lru-cache'
import type { Database, Statement } from 'sqlite3'

/** A sweep uses about ten; lists of ids or rows make a statement for each of their lengths. */
const MAX_STATEMENTS = 100

/** No PRAGMA: some take effect while they are prepared. */
const KEPT = /^(select|insert|update|delete|begin|commit)\b/i

type Callback = (this: Statement, error: Error | null, rows?: unknown[]) => void

/**
 * Makes a connection keep its statements prepared until it is closed. `sqlite3` would prepare each one anew, which takes about as
 * long as running it.
 */
export function keepPrepared(connection: Database): void {
  const statements = new LRUCache<string, Statement>({
    max: MAX_STATEMENTS,
    // Waits until the statement has run.
    dispose: (statement) => void statement.finalize(),
  })

  const withStatements = (method: 'all' | 'run') => {
    const runOnce = connection[method].bind(connection)
    return (sql: string, values: unknown, callback: Callback) => {
      if (!KEPT.test(sql)) return runOnce(sql, values, callback)
      const runPrepared = (statement: Statement) =>
        statement[method](values, (error: Error | null, rows?: unknown[]) => {
          // As `sqlite3` does it, so that a failed statement can hold nothing.
          if (error) statements.delete(sql)
          // knex reads `changes` and `lastID` from the statement.
          callback.call(statement, error, rows)
        })
      const kept = statements.get(sql)
      if (kept) return runPrepared(kept)
      const statement = connection.prepare(sql, (error: Error | null) => {
        if (error) return callback.call(statement, error)
        statements.set(sql, statement)
        return runPrepared(statement)
      })
      return statement
    }
  }

  const close = connection.close.bind(connection)
  Object.assign(connection, {
    all: withStatements('all'),
    run: withStatements('run'),
    close(callback: (error: Error | null) => void) {
      // SQLite does not close a connection with statements.
      statements.clear()
      close(callback)
    },
  })
}

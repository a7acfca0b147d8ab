import { callbackify } from 'node:util'
import knex, { type Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { Database, type Statement } from 'sqlite3'
import { systemClock } from '../../lib/clock.ts'
import { READ_STATEMENT_MS } from '../engine.ts'
import { OPEN_FLAGS } from '../../lib/plain-sqlite.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { beginTransactionsWith, clientOf } from '../run-transaction.ts'

/**
 * Creates a query builder on one connection to a SQLite file. Write transactions lock the database when they begin, because upgrading a
 * lock after reading fails if another process has written in between.
 */
export const createSqliteClient = (path: string): Knex =>
  createClient(path, OPEN_FLAGS.readWrite | OPEN_FLAGS.create, async (connection) => {
    await setPragmas(connection)
    keepPrepared(connection)
  })

/** Creates a query builder on one connection that only reads a file in WAL mode; a statement that takes longer is interrupted. */
export const createSqliteReader = (path: string, statementMs = READ_STATEMENT_MS): Knex =>
  createClient(path, OPEN_FLAGS.readOnly, async (connection) => {
    await query(connection, `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    keepPrepared(connection)
    limitStatements(connection, statementMs)
  })

function createClient(path: string, flags: number, prepare: (connection: Database) => Promise<void>): Knex {
  const db = knex({
    client: 'sqlite3',
    connection: { filename: path },
    useNullAsDefault: true,
    // Without bindings, because errors with the values of a statement would put users' data into the log.
    compileSqlOnError: false,
    // No log, because each failure rejects its call as well.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
    pool: { min: 1, max: 1, afterCreate: callbackify(prepare) },
  })
  // knex loads the package as CommonJS, where the flags are missing.
  clientOf(db).driver = { Database, OPEN_READWRITE: flags, OPEN_CREATE: 0 }
  beginTransactionsWith(db, ({ readOnly }) => (readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE'))
  return db
}

/**
 * Maximum number of prepared statements. A sweep uses about ten. A query with a list of ids or rows is another statement for each length of
 * the list.
 */
const MAX_STATEMENTS = 100

/** Statements that are kept prepared. PRAGMA statements are not, because some take effect when they are prepared. */
const KEPT = /^(select|insert|update|delete|begin|commit)\b/i

type Callback = (this: Statement, error: Error | null, rows?: unknown[]) => void

/**
 * Makes a connection keep its statements prepared until it is closed. `sqlite3` alone would prepare a statement again for each run, which
 * takes about as long as the run.
 */
function keepPrepared(connection: Database): void {
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
          // A failed statement is not kept, but finalized, as `sqlite3` does with unprepared statements.
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
      // SQLite does not close a connection that has prepared statements.
      statements.clear()
      close(callback)
    },
  })
}

/** Interrupts each statement of a connection that runs longer, so that no query keeps the others waiting. */
function limitStatements(connection: Database, withinMs: number): void {
  const all = connection.all.bind(connection)
  Object.assign(connection, {
    all(sql: string, values: unknown, callback: Callback) {
      const stopTimer = systemClock.setTimer(withinMs, () => connection.interrupt())
      return all(sql, values, function (this: Statement, error: Error | null, rows?: unknown[]) {
        stopTimer()
        callback.call(this, error, rows)
      })
    },
  })
}

/** How long a statement waits for the lock of another process. */
const BUSY_TIMEOUT_MS = 5_000
const RETRY_MS = 20

/** Pragmas with their expected answers, so that a setting that SQLite ignores is an error. */
const PRAGMAS: [statement: string, answer: string | number][] = [
  [`busy_timeout = ${BUSY_TIMEOUT_MS}`, BUSY_TIMEOUT_MS],
  ['journal_mode = WAL', 'wal'],
  ['synchronous = FULL', 2],
  ['foreign_keys = ON', 1],
  // Overwrites deleted data with zeros.
  ['secure_delete = ON', 1],
]

/** Sets the pragmas of every connection; rejects with the error of SQLite. */
async function setPragmas(connection: Database): Promise<void> {
  for (const [statement, expected] of PRAGMAS) {
    const [name = ''] = statement.split(' ')
    await whenNotBusy(() => query(connection, `PRAGMA ${statement}`))
    const [row] = await query(connection, `PRAGMA ${name}`)
    const [answer] = Object.values(row ?? {})
    if (answer !== expected) throw new Error(`SQLite answers ${String(answer)} to PRAGMA ${statement}`)
  }
}

/** Retries, because SQLite itself does not wait when two processes change the journal mode of a new file. */
async function whenNotBusy(task: () => Promise<unknown>): Promise<void> {
  const giveUpAt = systemClock.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      await task()
      return
    } catch (error) {
      if (systemCodeOf(error) !== 'SQLITE_BUSY' || systemClock.now() >= giveUpAt) throw error
      await systemClock.sleep(RETRY_MS, new AbortController().signal)
    }
  }
}

function query(connection: Database, sql: string): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    connection.all<Record<string, unknown>>(sql, (error, rows) => (error ? reject(error) : resolve(rows)))
  })
}

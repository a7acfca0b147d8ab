import { callbackify } from 'node:util'
import knex, { type Knex } from 'knex'
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
  createClient(path, OPEN_FLAGS.readWrite | OPEN_FLAGS.create, (connection) => setPragmas(connection))

/** Creates a query builder on one connection that only reads a file in WAL mode; a statement that takes longer is interrupted. */
export const createSqliteReader = (path: string, statementMs = READ_STATEMENT_MS): Knex =>
  createClient(path, OPEN_FLAGS.readOnly, async (connection) => {
    await query(connection, `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
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

type Callback = (this: Statement, error: Error | null, rows?: unknown[]) => void

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

const PRAGMAS = [
  `busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  // Overwrites deleted data with zeros.
  'secure_delete = ON',
]

/** Sets the pragmas of a connection. Retries, because SQLite does not wait when two processes change the journal mode of a new file. */
async function setPragmas(connection: Database, giveUpAt = systemClock.now() + BUSY_TIMEOUT_MS): Promise<void> {
  try {
    for (const pragma of PRAGMAS) await query(connection, `PRAGMA ${pragma}`)
  } catch (error) {
    if (systemCodeOf(error) !== 'SQLITE_BUSY' || systemClock.now() >= giveUpAt) throw error
    await systemClock.sleep(RETRY_MS, new AbortController().signal)
    await setPragmas(connection, giveUpAt)
  }
}

const query = (connection: Database, sql: string): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.exec(sql, (error) => (error ? reject(error) : resolve()))
  })

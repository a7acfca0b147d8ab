import { callbackify } from 'node:util'
import knex, { type Knex } from 'knex'
import type sqlite3 from 'sqlite3'

/** How long a statement waits for the lock of another process. */
const BUSY_TIMEOUT_MS = 5_000

/** What each pragma must answer, so that a setting that SQLite ignores is an error. */
const PRAGMAS: [statement: string, answer: string | number][] = [
  // First, because the next one may have to wait for another process.
  [`busy_timeout = ${BUSY_TIMEOUT_MS}`, BUSY_TIMEOUT_MS],
  ['journal_mode = WAL', 'wal'],
  ['synchronous = FULL', 2],
  ['foreign_keys = ON', 1],
  // Overwrites deleted data with zeros.
  ['secure_delete = ON', 1],
]

/**
 * The query builder on one connection to a SQLite file. Write transactions lock the database when they begin: one that had
 * to upgrade its lock after reading could fail because another process has written in between.
 */
export function createSqliteClient(path: string): Knex {
  const db = knex({
    client: 'sqlite3',
    connection: { filename: path },
    useNullAsDefault: true,
    // Errors with the values of a statement would put people's data into the log.
    compileSqlOnError: false,
    // Each failure rejects its call as well.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
    pool: { min: 1, max: 1, afterCreate: callbackify(setPragmas) },
  })
  const client = db.client as Knex.Client
  const createTransaction = client.transaction.bind(client)
  client.transaction = (container, config: Knex.TransactionConfig, outer) =>
    Object.assign(createTransaction(container, config, outer), {
      begin(this: Knex.Transaction, connection: unknown) {
        return this.query(connection, config.readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE', undefined, undefined)
      },
    })
  return db
}

async function setPragmas(connection: sqlite3.Database): Promise<void> {
  for (const [statement, expected] of PRAGMAS) {
    const [name = ''] = statement.split(' ')
    await query(connection, `PRAGMA ${statement}`)
    const [row] = await query(connection, `PRAGMA ${name}`)
    const [answer] = Object.values(row ?? {})
    if (answer !== expected) throw new Error(`SQLite answers ${String(answer)} to PRAGMA ${statement}`)
  }
}

function query(connection: sqlite3.Database, sql: string): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    connection.all<Record<string, unknown>>(sql, (error, rows) => (error ? reject(error) : resolve(rows)))
  })
}

import { callbackify } from 'node:util'
import knex, { type Knex } from 'knex'
import { Database } from 'sqlite3'
import { OPEN_FLAGS } from '../../lib/plain-sqlite.ts'
import { keepPrepared } from './keep-prepared.ts'
import { setPragmas } from './pragmas.ts'

/** The part of a knex client that runs a statement on a connection. */
interface StatementClient {
  query(connection: unknown, sql: string): Promise<unknown>
}

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
    pool: { min: 1, max: 1, afterCreate: callbackify(prepareConnection) },
  })
  const client = db.client as Knex.Client
  // knex loads the package as CommonJS, which shows it none of the flags.
  client.driver = { Database, OPEN_READWRITE: OPEN_FLAGS.readWrite, OPEN_CREATE: OPEN_FLAGS.create }
  const createTransaction = client.transaction.bind(client)
  client.transaction = (container, config: Knex.TransactionConfig, outer) =>
    Object.assign(createTransaction(container, config, outer), {
      // Not its method `query`, which goes on with the work of the transaction when the database was busy.
      begin(this: { trxClient: StatementClient }, connection: unknown) {
        return this.trxClient.query(connection, config.readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE')
      },
    })
  return db
}

async function prepareConnection(connection: Database): Promise<void> {
  await setPragmas(connection)
  keepPrepared(connection)
}

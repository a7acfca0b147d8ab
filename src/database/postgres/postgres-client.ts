import { callbackify } from 'node:util'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { READ_STATEMENT_MS } from '../engine.ts'
import { beginTransactionsWith } from '../run-transaction.ts'
import { guardStatements, type GuardedConnection } from './guard-statements.ts'

/** Time limits and the maximum number of connections of a client. */
export interface PostgresLimits {
  /** The name of the connections in the server's list. */
  name: string
  connections: number
  connectMs: number
  /** How long a transaction waits for a transaction of another process. */
  lockMs: number
  statementMs: number
  /** The limit of statements that only read. */
  readStatementMs: number
  /** How long a process may leave a transaction idle before the server ends the transaction, so that it does not block other processes. */
  idleMs: number
}

/** Limits for work that a user waits for: a late answer is better than none, but not an endless wait. */
export const SERVICE_LIMITS: PostgresLimits = {
  name: 'rapsheet',
  connections: 4,
  connectMs: 5_000,
  lockMs: 5_000,
  statementMs: 10_000,
  readStatementMs: READ_STATEMENT_MS,
  idleMs: 5_000,
}

export const MAINTENANCE_NAME = 'rapsheet maintenance'

/** Limits for work on the whole database, such as a migration or a backup. */
export const MAINTENANCE_LIMITS: PostgresLimits = {
  name: MAINTENANCE_NAME,
  connections: 1,
  connectMs: 5_000,
  lockMs: 60_000,
  statementMs: 600_000,
  readStatementMs: 600_000,
  idleMs: 60_000,
}

/** How much longer than the limit of the server the client waits, because the server may not answer at all. */
const ANSWER_MARGIN_MS = 2_000
/** The lock by which write transactions of all processes take turns: "RAPS" in ASCII. */
const WRITE_LOCK = 0x52_41_50_53
const INT8 = 20

/**
 * Creates a query builder on a pool of connections to a Postgres database. Limits are set in each transaction, because a pooler may use
 * another session for each transaction.
 */
export function createPostgresClient(url: string, limits: PostgresLimits): Knex {
  // Incremented when the server does not answer, after which older connections are not used again.
  let generation = 0
  const db = knex({
    client: 'pg',
    // Given, because knex would otherwise ask the server for its version on each new connection, without a time limit.
    version: '14',
    connection: {
      connectionString: url,
      application_name: limits.name,
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.statementMs + ANSWER_MARGIN_MS,
      keepAlive: true,
      types: { getTypeParser: (oid: number): unknown => (oid === INT8 ? Number : pg.types.getTypeParser(oid)) },
    },
    compileSqlOnError: false,
    // No log, because each failure rejects its call as well.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
    acquireConnectionTimeout: limits.connectMs + limits.statementMs,
    pool: {
      min: 0,
      max: limits.connections,
      afterCreate: callbackify((connection: GuardedConnection) => {
        guardStatements(connection, () => generation++)
        Object.assign(connection, { generation })
        return Promise.resolve()
      }),
      validate: (connection: { generation: number }) => connection.generation === generation,
    },
  })
  beginTransactionsWith(db, ({ readOnly }) => beginStatement(readOnly === true, limits))
  return db
}

/** Several statements in one round trip: the beginning of a transaction, and its limits. */
function beginStatement(isReadOnly: boolean, { lockMs, statementMs, readStatementMs, idleMs }: PostgresLimits): string {
  const settings = [
    `SET LOCAL statement_timeout = ${isReadOnly ? readStatementMs : statementMs}`,
    `SET LOCAL lock_timeout = ${lockMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
  ]
  return isReadOnly
    ? ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...settings].join('; ')
    : ['BEGIN', ...settings, `SELECT pg_advisory_xact_lock(${WRITE_LOCK})`].join('; ')
}

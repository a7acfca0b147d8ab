import { callbackify } from 'node:util'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { guardStatements, type GuardedConnection } from './guard-statements.ts'

/** Time limits of a client, and how many connections it may open. */
export interface PostgresLimits {
  /** By which the server lists its connections. */
  name: string
  connections: number
  connectMs: number
  /** How long a transaction waits for that of another process. */
  lockMs: number
  statementMs: number
  /** A process that stands still in a transaction must not stop the others for longer. */
  idleMs: number
}

/** For work that a person waits for: an answer that is late is better than none, but not one that takes for ever. */
export const SERVICE_LIMITS: PostgresLimits = {
  name: 'rapsheet',
  connections: 4,
  connectMs: 5_000,
  lockMs: 5_000,
  statementMs: 10_000,
  idleMs: 5_000,
}

export const MAINTENANCE_NAME = 'rapsheet maintenance'

/** For work on the whole database, such as a migration or a backup. */
export const MAINTENANCE_LIMITS: PostgresLimits = {
  name: MAINTENANCE_NAME,
  connections: 1,
  connectMs: 5_000,
  lockMs: 60_000,
  statementMs: 600_000,
  idleMs: 60_000,
}

/** The server's limit comes first, except when the server does not answer at all. */
const ANSWER_MARGIN_MS = 2_000
/** Write transactions of all processes take turns by this lock: "RAPS" in ASCII. */
const WRITE_LOCK = 0x52_41_50_53
const INT8 = 20

/** The part of a knex client that runs a statement on a connection. */
interface StatementClient {
  query(connection: unknown, sql: string): Promise<unknown>
}

/**
 * The query builder on a pool of connections to a Postgres database. Limits are set in each transaction, because a pooler between
 * may give each one another session.
 */
export function createPostgresClient(url: string, limits: PostgresLimits): Knex {
  // Incremented when the server does not answer: connections that were opened before are then not used again.
  let generation = 0
  const db = knex({
    client: 'pg',
    // Otherwise asked for by each new connection, without a time limit.
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
    // Each failure rejects its call as well.
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
  const client = db.client as Knex.Client
  const createTransaction = client.transaction.bind(client)
  client.transaction = (container, config: Knex.TransactionConfig, outer) =>
    Object.assign(createTransaction(container, config, outer), {
      begin(this: { trxClient: StatementClient }, connection: unknown) {
        return this.trxClient.query(connection, beginStatement(config.readOnly === true, limits))
      },
    })
  return db
}

/** Several statements in one round trip. */
function beginStatement(isReadOnly: boolean, { lockMs, statementMs, idleMs }: PostgresLimits): string {
  const settings = [
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL lock_timeout = ${lockMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
  ]
  return isReadOnly
    ? ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...settings].join('; ')
    : ['BEGIN', ...settings, `SELECT pg_advisory_xact_lock(${WRITE_LOCK})`].join('; ')
}

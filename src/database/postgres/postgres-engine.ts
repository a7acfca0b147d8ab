import type { Knex } from 'knex'
import { z } from 'zod'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import { createQueue } from '../../lib/queue.ts'
import type { Engine } from '../engine.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { clientOf, runTransaction } from '../run-transaction.ts'
import { createPostgresClient, MAINTENANCE_LIMITS } from './postgres-client.ts'
import { explainPostgres } from './postgres-errors.ts'

/**
 * Creates the engine on a client of the database at `url`. Write transactions of all processes run one after another, by a lock of the
 * server; read transactions run in parallel.
 */
export function createPostgresEngine(url: string, db: Knex): Engine {
  const place = withoutCredentials(url)
  const inOrder = createQueue()
  return {
    write: (work) => inOrder(() => transact(db, false, work)),
    read: (work) => transact(db, true, work),
    now: readNow,
    purgeDeleted: () => inOrder(() => vacuum(url)),
    explain: (error) => explainPostgres(place, 'failed, and nothing was changed', error),
    refuse: (problem, text) => createDatabaseError(place, problem, text),
    close: () => inOrder(() => db.destroy()),
  }
}

const nowSchema = z.object({ rows: z.tuple([z.object({ now: z.int() })]) })

/** The time of the server, Unix seconds. */
export async function readNow(db: Knex): Promise<number> {
  const answer: unknown = await db.raw('SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS now')
  return nowSchema.parse(answer).rows[0].now
}

/** Runs a transaction on a connection of the pool. */
export async function transact<T>(
  db: Knex,
  readOnly: boolean,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const client = clientOf(db)
  const connection: unknown = await client.acquireConnection()
  try {
    return await runTransaction(db, { readOnly, connection }, work)
  } finally {
    await client.releaseConnection(connection)
  }
}

const tablesSchema = z.object({ rows: z.array(z.object({ name: z.string() })) })

/**
 * Removes deleted rows from all tables, while they are in use. Their bytes may stay on the server's disk until Postgres reuses the space,
 * or VACUUM FULL rewrites the table.
 */
async function vacuum(url: string): Promise<void> {
  const db = createPostgresClient(url, MAINTENANCE_LIMITS)
  try {
    const answer: unknown = await db.raw('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()')
    // Outside a transaction, in which VACUUM is refused.
    for (const { name } of tablesSchema.parse(answer).rows) await db.raw('VACUUM ??', [name])
  } finally {
    await db.destroy()
  }
}

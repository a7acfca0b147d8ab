import type { Knex } from 'knex'
import { z } from 'zod'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import { latestVersion, migrate, readVersion, refuseUnusable } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { createPostgresClient, MAINTENANCE_LIMITS, SERVICE_LIMITS } from './postgres-client.ts'
import { readNow, transact } from './postgres-engine.ts'
import { explainAny } from './postgres-errors.ts'

/** The oldest maintained version of Postgres. */
const OLDEST_SERVER = 14

interface OpenOptions {
  onUpgrade?: (upgrade: { from: number; to: number }) => void
  onCreate?: () => void
  migrations?: typeof MIGRATIONS
  limits?: typeof SERVICE_LIMITS
}

/**
 * Connects to a Postgres database. Migrates a database with an older schema or without tables, while no other process writes to it. Rejects
 * with a DatabaseError for a database that cannot be used, and leaves it unchanged.
 */
export async function openPostgres(url: string, options: OpenOptions = {}): Promise<Knex> {
  const { migrations = MIGRATIONS, limits = SERVICE_LIMITS } = options
  const place = withoutCredentials(url)
  let db: Knex | undefined
  try {
    db = createPostgresClient(url, limits)
    const version = await inspect(db, place, migrations)
    if (version < latestVersion(migrations)) await upgrade(url, { ...options, migrations })
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    throw explainAny(place, 'cannot be opened', error)
  }
}

/** The version of the schema of a database, 0 without one, read without changing anything. Rejects as `openPostgres` does. */
export async function inspectPostgres(url: string): Promise<number> {
  const place = withoutCredentials(url)
  const db = createPostgresClient(url, SERVICE_LIMITS)
  try {
    return await inspect(db, place, MIGRATIONS)
  } catch (error) {
    throw explainAny(place, 'cannot be opened', error)
  } finally {
    await db.destroy()
  }
}

const inspect = (db: Knex, place: string, migrations: typeof MIGRATIONS): Promise<number> =>
  transact(db, true, async (transaction) => {
    await checkServer(transaction, place)
    await refuseUnusable(transaction, place, migrations)
    return readVersion(transaction)
  })

const serverSchema = z.object({
  rows: z.tuple([z.object({ version: z.string(), encoding: z.string(), readonly: z.string() })]),
})

async function checkServer(db: Knex, place: string): Promise<void> {
  const answer: unknown = await db.raw(
    "SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding, CASE WHEN pg_is_in_recovery() THEN 'on' ELSE current_setting('default_transaction_read_only') END AS readonly",
  )
  const [{ version, encoding, readonly }] = serverSchema.parse(answer).rows
  if (Number.parseInt(version, 10) < OLDEST_SERVER)
    throw createDatabaseError(
      place,
      'unavailable',
      `is on Postgres ${version}, and ${OLDEST_SERVER} or newer is needed. Upgrade the server, or set DATABASE_URL to a newer one.`,
    )
  if (encoding !== 'UTF8')
    throw createDatabaseError(
      place,
      'unavailable',
      `has the encoding ${encoding}. Create the database with the encoding UTF8.`,
    )
  if (readonly === 'on')
    throw createDatabaseError(
      place,
      'readonly',
      'is a standby or set to read only: set DATABASE_URL to the primary server.',
    )
}

/**
 * Migrates the database. If another process migrates it at the same time, one of them waits for the lock of write transactions, and then
 * finds the current schema.
 */
async function upgrade(url: string, { onUpgrade, onCreate, migrations = MIGRATIONS }: OpenOptions): Promise<void> {
  const db = createPostgresClient(url, MAINTENANCE_LIMITS)
  try {
    const from = await transact(db, false, async (transaction) => {
      await refuseUnusable(transaction, withoutCredentials(url), migrations)
      const before = await readVersion(transaction)
      await migrate(transaction, await readNow(transaction), migrations)
      return before
    })
    const to = latestVersion(migrations)
    if (from > 0 && from < to) onUpgrade?.({ from, to })
    if (from === 0) onCreate?.()
  } finally {
    await db.destroy()
  }
}

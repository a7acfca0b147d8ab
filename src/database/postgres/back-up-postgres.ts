import type { Knex } from 'knex'
import { z } from 'zod'
import { systemClock } from '../../lib/clock.ts'
import { readTables } from '../../lib/plain-sqlite.ts'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import { latestVersion, readVersion, refuseUnusable } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { runTransaction } from '../run-transaction.ts'
import { createSqliteFile } from '../sqlite/copy-sqlite.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { createPostgresClient, MAINTENANCE_LIMITS } from './postgres-client.ts'
import { transact } from './postgres-engine.ts'
import { explainAny } from './postgres-errors.ts'
import { readLastIds } from './table-columns.ts'

/** SQLite inserts at most 500 rows with one statement. */
const ROWS_AT_ONCE = 200

/**
 * Copies one consistent state of a whole Postgres database to a new SQLite file with the same schema version, while the service may run.
 * Rejects with a DatabaseError, and then leaves no file.
 */
export async function backUpPostgres(url: string, to: string): Promise<void> {
  const place = withoutCredentials(url)
  const db = createPostgresClient(url, MAINTENANCE_LIMITS)
  try {
    await createSqliteFile(to, (file) => transact(db, true, (from) => copyTo(file, from, place)))
  } catch (error) {
    throw explainAny(place, `could not be copied to ${to}`, error)
  } finally {
    await db.destroy()
  }
}

async function copyTo(file: string, from: Knex.Transaction, place: string): Promise<void> {
  await refuseUnusable(from, place, MIGRATIONS)
  const version = await readVersion(from)
  if (version === 0) throw createDatabaseError(place, 'unavailable', 'has no tables, so there is nothing to back up.')
  if (version > latestVersion(MIGRATIONS))
    throw createDatabaseError(place, 'newer', `has schema version ${version}; back it up with the newer program.`)
  const migrations = MIGRATIONS.filter((migration) => migration.version <= version)
  const to = await openConnection(file, { clock: systemClock, migrations })
  try {
    await runTransaction(to, {}, async (transaction) => {
      // Deferred, because rows may refer to rows of tables that are copied later.
      await transaction.raw('PRAGMA defer_foreign_keys = ON')
      for (const table of await tablesOf(transaction)) await copyTable(table, from, transaction)
      for (const [name, seq] of await readLastIds(from)) {
        await transaction('sqlite_sequence').where({ name }).delete()
        await transaction('sqlite_sequence').insert({ name, seq })
      }
    })
  } finally {
    await to.destroy()
  }
}

const sqliteRowsSchema = z.array(z.record(z.string(), z.unknown()))

/** The tables of a SQLite database. */
export const tablesOf = (db: Knex): Promise<string[]> =>
  readTables({ query: async (sql) => sqliteRowsSchema.parse(await db.raw(sql)) })

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

async function copyTable(table: string, from: Knex.Transaction, to: Knex.Transaction): Promise<void> {
  await to(table).delete()
  await from.raw('DECLARE copied CURSOR FOR SELECT * FROM ??', [table])
  for (;;) {
    const { rows } = rowsSchema.parse(await from.raw(`FETCH ${ROWS_AT_ONCE} FROM copied`))
    if (rows.length === 0) break
    await to(table).insert(rows)
  }
  await from.raw('CLOSE copied')
}

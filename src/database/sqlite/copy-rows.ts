import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { connectSqlite, readTables } from '../../lib/plain-sqlite.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError } from '../../model/database-error.ts'
import { MIGRATIONS } from '../migrations.ts'
import { runTransaction } from '../run-transaction.ts'
import { createSqliteFile } from './copy-sqlite.ts'
import { openConnection } from './open-connection.ts'
import { withoutStatement } from './sqlite-errors.ts'

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

/** What SQLite answers about rows that break a constraint, and about tables or columns that are missing. */
const UNFIT = new Set(['SQLITE_CONSTRAINT', 'SQLITE_MISMATCH', 'SQLITE_ERROR'])

/**
 * Writes the rows of a backup into a new file with the same version of the schema. Tables, columns, indexes and checks that are not of this
 * program are left out. Rejects with a DatabaseError when a row does not fit the schema, or a table or column is missing.
 */
export async function copyRows(from: string, to: string, clock: Pick<Clock, 'unixSeconds' | 'unixMs'>): Promise<void> {
  const refused = (reason: string, cause?: unknown) =>
    new DatabaseError('damaged', `The backup ${from} does not fit the schema of this program: ${reason}.`, { cause })
  try {
    await createSqliteFile(to, async (file) => {
      const version = await versionOf(from)
      const migrations = MIGRATIONS.filter((migration) => migration.version <= version)
      const db = await openConnection(file, { clock, migrations })
      try {
        await db.raw('ATTACH DATABASE ? AS source', [from])
        await runTransaction(db, {}, async (transaction) => {
          await copyTables(transaction)
          const [dangling] = rowsSchema.parse(await transaction.raw('PRAGMA main.foreign_key_check'))
          if (dangling) throw refused(`a row of ${String(dangling['table'])} refers to a missing row`)
        })
        await db.raw('DETACH DATABASE source')
      } finally {
        await db.destroy()
      }
    })
  } catch (error) {
    throw UNFIT.has(systemCodeOf(error)) ? refused(withoutStatement(messageOf(error)), error) : error
  }
}

async function versionOf(path: string): Promise<number> {
  const connection = await connectSqlite(path, 'write')
  try {
    const [row] = await connection.query('SELECT max(version) AS version FROM schema_version')
    return Number(row?.['version'])
  } finally {
    await connection.close()
  }
}

async function copyTables(db: Knex.Transaction): Promise<void> {
  const tables = await readTables({ query: async (sql) => rowsSchema.parse(await db.raw(sql)) })
  // Deferred, because rows may refer to rows of tables that are copied later.
  await db.raw('PRAGMA defer_foreign_keys = ON')
  for (const table of tables) {
    const columns = Object.keys(await db(table).columnInfo())
    // A migration may have written rows already.
    await db(table).delete()
    // Not in double quotes, with which SQLite would take the name of a missing column for a text.
    await db.raw('INSERT INTO main.?? (??) SELECT ?? FROM source.??', [table, columns, columns, table])
  }
  // The last ids, so that none is given twice.
  await db.raw('DELETE FROM main.sqlite_sequence')
  await db.raw(
    'INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM source.sqlite_sequence WHERE name IN (SELECT name FROM main.sqlite_schema)',
  )
}

import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { connectSqlite, readTables } from '../../lib/plain-sqlite.ts'
import { MIGRATIONS } from '../migrations.ts'
import { runTransaction } from '../run-transaction.ts'
import { createSqliteFile } from './copy-sqlite.ts'
import { openConnection } from './open-connection.ts'

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

/**
 * Writes the rows of a database into a new file with the same version of the schema. Tables, columns, indexes and checks that are not of this
 * program are left out. Rejects when a row does not fit the schema.
 */
export const copyRows = (from: string, to: string, clock: Pick<Clock, 'unixSeconds' | 'unixMs'>): Promise<void> =>
  createSqliteFile(to, async (file) => {
    const version = await versionOf(from)
    const migrations = MIGRATIONS.filter((migration) => migration.version <= version)
    const db = await openConnection(file, { clock, migrations })
    try {
      await db.raw('ATTACH DATABASE ? AS source', [from])
      await runTransaction(db, {}, copyTables)
      await db.raw('DETACH DATABASE source')
    } finally {
      await db.destroy()
    }
  })

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
  const query = async (sql: string) => rowsSchema.parse(await db.raw(sql))
  const tables = await readTables({ query })
  // Deferred, because rows may refer to rows of tables that are copied later.
  await db.raw('PRAGMA defer_foreign_keys = ON')
  for (const table of tables) {
    const columns = (await query(`PRAGMA main.table_info("${table}")`)).map(({ name }) => String(name))
    const names = columns.map((name) => `"${name}"`).join()
    // A migration may have written rows already.
    await db.raw(`DELETE FROM main."${table}"`)
    await db.raw(`INSERT INTO main."${table}" (${names}) SELECT ${names} FROM source."${table}"`)
  }
  // The last ids, so that none is given twice.
  await db.raw('DELETE FROM main.sqlite_sequence')
  await db.raw(
    'INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM source.sqlite_sequence WHERE name IN (SELECT name FROM main.sqlite_schema)',
  )
  const [dangling] = await query('PRAGMA main.foreign_key_check')
  if (dangling) throw new Error(`a row of ${String(dangling['table'])} refers to a missing row`)
}

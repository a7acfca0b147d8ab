import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Database } from 'sqlite3'
import { MIGRATIONS } from '../../src/database/migrations.ts'
import { openPostgres } from '../../src/database/postgres/open-postgres.ts'
import { readFlagColumns } from '../../src/database/postgres/table-columns.ts'
import { databasePath, rowsOf } from './database.ts'
import { postgresForTest } from './postgres.ts'

// Each file is the dump of a database with that version of the schema and rows in every table, made with `sqlite3 <file> .dump`.
const folder = join(import.meta.dirname, '../database/fixtures')

/** The names of the dumps. */
export const oldDatabases = () => readdirSync(folder)

/** A SQLite file with a version of the schema and rows in every table, in which statements of the test were run. */
export async function oldSqlite(version: number, statements = ''): Promise<string> {
  const path = databasePath()
  const database = new Database(path)
  const dump = readFileSync(join(folder, `schema-${version}.sql`), 'utf8')
  await promisify(database.exec.bind(database))(dump)
  await promisify(database.exec.bind(database))(statements)
  await promisify(database.close.bind(database))()
  return path
}

/** The address of a Postgres database with the version of the schema and the rows of a SQLite file. */
export async function oldPostgres(version: number, path: string): Promise<string> {
  const url = await postgresForTest()
  const db = await openPostgres(url, { migrations: MIGRATIONS.slice(0, version) })
  const { schema_version: _, sqlite_sequence: sequences = [], ...tables } = await rowsOf(path)
  await db.transaction(async (to) => {
    const flags = await readFlagColumns(to)
    // Rows may refer to rows of tables that are written later.
    await to.raw('SET LOCAL session_replication_role = replica')
    for (const [table, rows] of Object.entries(tables)) {
      const toFlags = (row: Record<string, unknown>) =>
        Object.fromEntries((flags.get(table) ?? []).map((flag) => [flag, row[flag] === 1]))
      if (rows.length > 0) await to(table).insert(rows.map((row) => ({ ...row, ...toFlags(row) })))
    }
    for (const { name, seq } of sequences)
      await to.raw("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", [String(name), Number(seq)])
  })
  await db.destroy()
  return url
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Database } from 'sqlite3'
import { databasePath } from './database.ts'

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

import { join } from 'node:path'
import type { Knex } from 'knex'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openConnection } from '../../src/database/sqlite/open-connection.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { connectSqlite, readTables } from '../../src/lib/plain-sqlite.ts'
import { folderForTest } from './folder.ts'
import { postgresForTest } from './postgres.ts'

/** The path of a database that does not exist yet, in a folder that is removed after the test. */
export const databasePath = () => join(folderForTest(), 'community.sqlite')

/** A connection to a database with the current schema; closed after the test. */
export async function sqliteForTest(
  path = databasePath(),
  options: Partial<Parameters<typeof openConnection>[1]> = {},
): Promise<Knex> {
  const db = await openConnection(path, { clock: systemClock, ...options })
  onTestFinished(() => db.destroy())
  return db
}

/** The engines that a repository must work on; for `describe.each`. */
export const ENGINES = ['SQLite', 'Postgres'] as const
type EngineName = (typeof ENGINES)[number]

/** The address of a new database of an engine, which is removed after the test. */
export const urlForTest = (engine: EngineName) =>
  engine === 'Postgres' ? postgresForTest() : Promise.resolve(`sqlite://${databasePath()}`)

/** A new database of an engine, with the current schema; closed after the test. */
export async function databaseOn(
  engine: EngineName,
  options: Parameters<typeof openDatabase>[1] = {},
): Promise<Database> {
  const database = await openDatabase(await urlForTest(engine), options)
  onTestFinished(() => database.close())
  return database
}

/** A database with the current schema; closed after the test. */
export async function databaseForTest(
  path = databasePath(),
  options: Parameters<typeof openDatabase>[1] = {},
): Promise<Database> {
  const database = await openDatabase(`sqlite://${path}`, options)
  onTestFinished(() => database.close())
  return database
}

/** All rows of a database, by table, in the order in which they were stored. */
export async function rowsOf(path: string): Promise<Record<string, Record<string, unknown>[]>> {
  const connection = await connectSqlite(path, 'readonly')
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const table of await readTables(connection)) rows[table] = await connection.query(`SELECT * FROM ${table}`)
  await connection.close()
  return rows
}

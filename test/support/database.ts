import { join } from 'node:path'
import type { Knex } from 'knex'
import { inject, onTestFinished } from 'vitest'
import { createAuditRepository } from '../../src/database/audit.ts'
import { createPendingRepository } from '../../src/database/pending.ts'
import { createLeasesRepository } from '../../src/database/leases.ts'
import { createMetaRepository } from '../../src/database/meta.ts'
import { openConnection } from '../../src/database/sqlite/open-connection.ts'
import { createRepositories, openDatabase, type Database, type Repositories } from '../../src/app/database.ts'
import { openPostgres } from '../../src/database/postgres/open-postgres.ts'
import { databasePath as sqlitePath } from '../../src/database/sqlite/database-path.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { connectSqlite, readTables } from '../../src/lib/plain-sqlite.ts'
import { isPostgresUrl } from '../../src/lib/postgres-url.ts'
import { folderForTest } from './folder.ts'
import { migratedPostgresForTest, postgresForTest } from './postgres.ts'
import { createSqlite } from './sqlite-template.ts'

/** The path of a database that does not exist yet, in a folder that is removed after the test. */
export const databasePath = () => join(folderForTest(), 'community.sqlite')

/** The path of a new database with the current schema. */
async function newSqlite(): Promise<string> {
  const path = databasePath()
  await createSqlite(path)
  return path
}

/** A connection to a database with the current schema; closed after the test. */
export async function sqliteForTest(
  path?: string,
  options: Partial<Parameters<typeof openConnection>[1]> = {},
): Promise<Knex> {
  const db = await openConnection(path ?? (await newSqlite()), { clock: systemClock, ...options })
  onTestFinished(() => db.destroy())
  return db
}

/** The address of a new database with the current schema, on the engine that the tests run with. */
export const urlForTest = async () =>
  inject('engine') === 'Postgres' ? migratedPostgresForTest() : `sqlite://${await newSqlite()}`

/** The address of a database without any table, on the engine that the tests run with. */
export const emptyUrlForTest = async () =>
  inject('engine') === 'Postgres' ? postgresForTest() : `sqlite://${databasePath()}`

/** The database of an address, with the current schema; closed after the test. */
export async function databaseAt(url: string, options: Parameters<typeof openDatabase>[1] = {}): Promise<Database> {
  const database = await openDatabase(url, options)
  onTestFinished(() => database.close())
  return database
}

/** A connection to the database of an address, which has the current schema; closed after the test. */
export async function connectionTo(url: string): Promise<Knex> {
  if (!isPostgresUrl(url)) return sqliteForTest(sqlitePath(url))
  const db = await openPostgres(url)
  onTestFinished(() => db.destroy())
  return db
}

/** All repositories on a connection, outside of any transaction. */
export const repositoriesOn = (db: Knex): Repositories => ({
  ...createRepositories(db),
  audit: createAuditRepository(db),
  leases: createLeasesRepository(db, async () => 0),
  meta: createMetaRepository(db),
  pending: createPendingRepository(db),
})

/** A connection to a new database with the current schema; closed after the test. */
export const connectionForTest = async () => connectionTo(await urlForTest())

/** The names of all tables. */
export const tablesIn = (db: Knex): Promise<string[]> =>
  inject('engine') === 'Postgres'
    ? db('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename')
    : db('sqlite_master').where('type', 'table').pluck('name')

/** A database with the current schema, a new one or that of a SQLite file, which is created if it is missing; closed after the test. */
export async function databaseForTest(
  path?: string,
  options: Parameters<typeof openDatabase>[1] = {},
): Promise<Database> {
  if (path === undefined) return databaseAt(await urlForTest(), options)
  await createSqlite(path)
  return databaseAt(`sqlite://${path}`, options)
}

/** All rows of a database, by table, in the order in which they were stored. */
export async function rowsOf(path: string): Promise<Record<string, Record<string, unknown>[]>> {
  const connection = await connectSqlite(path, 'readonly')
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const table of await readTables(connection)) rows[table] = await connection.query(`SELECT * FROM ${table}`)
  await connection.close()
  return rows
}

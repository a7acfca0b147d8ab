import { rename } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Database } from 'sqlite3'
import { systemCodeOf } from './thrown.ts'

/**
 * SQLite's flags for opening a file, from <https://sqlite.org/c3ref/c_open_autoproxy.html>. Repeated here, because the package has no types
 * for its own constants.
 */
export const OPEN_FLAGS = { readOnly: 0x1, readWrite: 0x2, create: 0x4, uri: 0x40 }

/** A connection to a SQLite file without knex or keyv, for example for locks, checks and backups. */
export interface SqliteConnection {
  query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/**
 * Opens an existing file. With `immutable`, SQLite does not lock the file, roll it back or create journals next to it, but does not read
 * its write-ahead log either.
 */
export async function connectSqlite(path: string, mode: 'immutable' | 'readonly' | 'write'): Promise<SqliteConnection> {
  const access = mode === 'write' ? OPEN_FLAGS.readWrite : OPEN_FLAGS.readOnly
  const uri = `${pathToFileURL(path).href}${mode === 'immutable' ? '?immutable=1' : ''}`
  const database = await new Promise<Database>((resolve, reject) => {
    const opened: Database = new Database(uri, access | OPEN_FLAGS.uri, (error) =>
      error ? reject(error) : resolve(opened),
    )
  })
  return {
    query: promisifyAll(database),
    close: promisify(database.close.bind(database)),
  }
}

const promisifyAll =
  (database: Database): SqliteConnection['query'] =>
  (sql, ...values) =>
    new Promise((resolve, reject) => {
      database.all<Record<string, unknown>>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)))
    })

/**
 * What a SQLite file contains, read without changing anything. Without the log, a file can seem damaged after its process was killed while
 * it emptied the log into the file; then only its application id is returned.
 */
export async function inspectSqlite(path: string): Promise<{ tables: string[]; applicationId: number }> {
  const connection = await connectSqlite(path, 'immutable')
  try {
    // Without it, SQLite refuses a file that is shorter than its first page says.
    await connection.query('PRAGMA writable_schema = ON')
    const applicationId = await readApplicationId(connection)
    const tables = await readTables(connection).catch((error: unknown) => {
      if (applicationId === 0) throw error
      return []
    })
    return { tables, applicationId }
  } finally {
    await connection.close()
  }
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`

export async function readTables({ query }: Pick<SqliteConnection, 'query'>): Promise<string[]> {
  return (await query(TABLES)).map(({ name }) => String(name))
}

export async function readApplicationId({ query }: Pick<SqliteConnection, 'query'>): Promise<number> {
  const [row] = await query('PRAGMA application_id')
  return Number(row?.['application_id'])
}

/** Empties the write-ahead log into the file; returns false when another process prevents it. */
export async function emptyLog({ query }: Pick<SqliteConnection, 'query'>): Promise<boolean> {
  const [row] = await query('PRAGMA wal_checkpoint(TRUNCATE)')
  return row?.['busy'] === 0
}

/** Renames a SQLite file and its journals, which SQLite would apply to the next file of this name. */
export async function moveSqlite(path: string, to: string): Promise<void> {
  await rename(path, to)
  for (const journal of ['-wal', '-shm']) {
    await rename(`${path}${journal}`, `${to}${journal}`).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'ENOENT') throw error
    })
  }
}

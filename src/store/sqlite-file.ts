import { z } from 'zod'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import KeyvSqlite from '@keyv/sqlite'
import { systemClock } from '../lib/clock.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { inspectSqlite, moveSqlite } from '../lib/plain-sqlite.ts'
import { createPrivateFile, narrowFiles } from '../lib/private-file.ts'
import { systemCodeOf } from '../lib/thrown.ts'
import { isCorrupt, notOurs } from './sqlite-errors.ts'

const columnsSchema = z.array(z.object({ name: z.string() }))

const BUSY_TIMEOUT_MS = 2_000
/** Usual file extensions of SQLite databases. */
const DATABASE_NAME = /\.(sqlite3?|db3?)$/i
/** Tolerance for clock changes when rows from the future are removed. */
const CLOCK_SKEW_SECONDS = 60

export type SqliteFile = KeyvSqlite

/**
 * Opens a SQLite file and checks that it is sound and writable; creates file and folder where missing. Rejects with the error of SQLite or
 * the file system; a file that is not a store is left unchanged, and its error has the code `NOT_OURS`.
 */
export async function openFile(path: string): Promise<SqliteFile> {
  await makeFolder(dirname(path))
  await createPrivateFile(path)
  await refuseForeign(path)
  // Files of another user stay as they are; the cache holds what Steam shows publicly.
  await narrowFiles(path)
  const file = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: BUSY_TIMEOUT_MS })
  // Each failure rejects its call as well; without a listener the event would end the process.
  file.on('error', () => {})
  try {
    const columns = columnsSchema.parse(await file.query('PRAGMA table_info(keyv)')).map(({ name }) => name)
    if (columns.join() !== 'key,value') throw notOurs("its table keyv is another program's")
    // Write-ahead logging: 10,000 rows a second, instead of 500 with the defaults of the adapter.
    await file.query('PRAGMA journal_mode=WAL')
    await file.query('PRAGMA synchronous=NORMAL')
    // Reads every row and writes, and so detects corrupt and read-only files. A full disk is temporary.
    await removeExpired(file).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'SQLITE_FULL') throw error
    })
    return file
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

/** Removes rows that have expired, are not JSON, or were fetched in the future, before the clock was set back. */
export async function removeExpired(file: SqliteFile): Promise<void> {
  // The adapter stores rows as {"value":…,"expires":ms}, without a column for the expiry.
  await file.query(
    `DELETE FROM keyv WHERE NOT json_valid(value) OR json_extract(value, '$.expires') < ?
      OR json_extract(value, '$.value.fetchedAt') > ?`,
    systemClock.unixMs(),
    systemClock.unixSeconds() + CLOCK_SKEW_SECONDS,
  )
}

/** Renames a corrupt file and its journals, so that a new file can be created; resolves to the new path. */
export async function quarantine(path: string): Promise<string> {
  const newPath = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await moveSqlite(path, newPath)
  return newPath
}

/** Rejects with `NOT_OURS` for a file of the user or of another program. */
async function refuseForeign(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return
  if (!found.isFile()) throw notOurs(found.isDirectory() ? 'it is a folder' : 'it is not a file')
  // Checked before the adapter adds its own table.
  const { tables } = await inspectSqlite(path).catch((error: unknown) => {
    if (!isCorrupt(error)) throw error
    // Not a SQLite file and no SQLite extension: probably the user's own file.
    if (systemCodeOf(error) === 'SQLITE_NOTADB' && !DATABASE_NAME.test(path)) throw notOurs('it is not a database')
    // A corrupt store: opening it for writing fails with the same error.
    return { tables: [] }
  })
  const other = tables.find((table) => table !== 'keyv')
  if (other !== undefined) throw notOurs(`it is another program's database, with a table ${other}`)
}

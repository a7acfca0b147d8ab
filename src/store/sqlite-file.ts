import { z } from 'zod'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import KeyvSqlite from '@keyv/sqlite'
import { Keyv, type DeserializedData } from 'keyv'
import { systemClock } from '../lib/clock.ts'
import { makeFolder, createPrivateFile, narrowFiles } from '../lib/private-file.ts'
import { inspectSqlite, moveSqlite } from '../lib/plain-sqlite.ts'
import { systemCodeOf } from '../lib/thrown.ts'

const columnsSchema = z.array(z.object({ name: z.string() }))

const BUSY_TIMEOUT_MS = 2_000
/** Usual file extensions of SQLite databases. */
const DATABASE_NAME = /\.(sqlite3?|db3?)$/i
/** Tolerance for clock changes when rows from the future are removed. */
const CLOCK_SKEW_SECONDS = 60

/** The operations on an open file. */
export interface SqliteFile {
  query(sql: string, ...values: unknown[]): Promise<unknown>
  /** The values in the order of the keys, undefined for missing, expired and unreadable rows. */
  getMany(keys: string[]): Promise<unknown[]>
  setMany(rows: { key: string; value: unknown; ttl: number }[]): Promise<void>
  close(): Promise<void>
}

const notOurs = (reason: string) =>
  new Error(`${reason}. It was not changed; set STORE_URL to a new file or to an existing store`)

const isCorrupt = (error: unknown) => ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].includes(systemCodeOf(error))

/**
 * Opens a SQLite file and checks that it is sound and writable; creates file and folder where missing. Rejects with the error of SQLite or
 * the file system; a file that is not a store is left unchanged.
 */
export async function openFile(path: string): Promise<SqliteFile> {
  await makeFolder(dirname(path))
  await createPrivateFile(path)
  await refuseForeign(path)
  // Files of another user stay as they are; the cache holds what Steam shows publicly.
  await narrowFiles(path)
  const adapter = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: BUSY_TIMEOUT_MS })
  // Each failure rejects its call as well; without a listener the event would end the process.
  adapter.on('error', () => {})
  const file = toFile(adapter)
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

function toFile(adapter: KeyvSqlite): SqliteFile {
  const query = (sql: string, ...values: unknown[]): Promise<unknown> => adapter.query(sql, ...values)
  // One statement for all rows is atomic and uses one thread.
  const setMany = async (rows: { key: string; value: unknown }[]) => {
    await query(
      `INSERT INTO keyv (key, value) SELECT json_extract(value, '$.key'), json_extract(value, '$.value') FROM json_each(?)
        WHERE true ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
      JSON.stringify(rows),
    )
    return rows.map(() => true)
  }
  const keyv = new Keyv({
    store: Object.assign(adapter, { setMany }),
    throwOnErrors: true,
    useKeyPrefix: false,
    serialize: JSON.stringify,
    deserialize,
  })
  keyv.on('error', () => {})
  return {
    query,
    getMany: (keys) => keyv.getMany<unknown>(keys),
    async setMany(rows) {
      await keyv.setMany(rows)
    },
    close: () => adapter.close(),
  }
}

/** Plain JSON, because keyv's own serializer changes strings that begin with a colon. A row that is not JSON is a miss. */
function deserialize<Value>(text: string): DeserializedData<Value> | undefined {
  try {
    return JSON.parse(text) as DeserializedData<Value>
  } catch {
    return undefined
  }
}

/** Removes rows that have expired, are not JSON, or were fetched in the future, before the clock was set back. */
export async function removeExpired(file: Pick<SqliteFile, 'query'>): Promise<void> {
  // The adapter stores rows as {"value":…,"expires":ms}, without a column for the expiry.
  await file.query(
    `DELETE FROM keyv WHERE NOT json_valid(value) OR json_extract(value, '$.expires') < ?
      OR json_extract(value, '$.value.fetchedAt') > ?`,
    systemClock.unixMs(),
    systemClock.unixSeconds() + CLOCK_SKEW_SECONDS,
  )
}

/** Renames a file whose opening has failed because it is corrupt; returns what happened. Rejects with any other error of the opening. */
export async function setAsideIfCorrupt(path: string, error: unknown): Promise<string> {
  if (!isCorrupt(error)) throw error
  const to = `${path}.corrupt-${new Date(systemClock.unixMs()).toISOString().replaceAll(/[:.]/g, '-')}`
  await moveSqlite(path, to)
  return `is corrupt. It was moved to ${to} and a new file was created; only cached answers and the count of today's calls are lost`
}

/** Rejects for a file of the user or of another program. */
async function refuseForeign(path: string): Promise<void> {
  const found = await stat(path)
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

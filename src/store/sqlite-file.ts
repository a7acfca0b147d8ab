import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import KeyvSqlite from '@keyv/sqlite'
import sqlite3 from 'sqlite3'

const BUSY_TIMEOUT_MS = 2_000
/** What the name of a database ends with. What is none and is named otherwise is rather somebody's than a broken store. */
const DATABASE_NAME = /\.(sqlite3?|db3?)$/i
/** Clocks of a moment ago may be ahead by this much. */
const AHEAD_SECONDS = 60

/** An open file, as the adapter gives it. */
export type SqliteFile = KeyvSqlite

/**
 * Opens the SQLite file at a path, made with its folder where missing, looks it through and has it ready to be written.
 * Rejects with what SQLite or the file system says, or with `NOT_OURS` for what is there and is not known for a store,
 * which it leaves as it is.
 */
export async function openFile(path: string): Promise<SqliteFile> {
  await makeFolder(dirname(path))
  await refuseForeign(path)
  const file = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: BUSY_TIMEOUT_MS })
  // Every failure also rejects the call that met it; without a listener it would end the process.
  file.on('error', () => {})
  try {
    const columns = ((await file.query('PRAGMA table_info(keyv)')) as { name: string }[]).map(({ name }) => name)
    if (columns.join() !== 'key,value') throw notOurs("its table keyv is another program's")
    // As it opens the file the adapter writes some 500 rows a second; with these two, 10,000.
    await file.query('PRAGMA journal_mode=WAL')
    await file.query('PRAGMA synchronous=NORMAL')
    // Reads every row and needs the right to write, so that it shows as well whether the file is sound. A full disk will pass.
    await removeExpired(file).catch((error: unknown) => {
      if (codeOf(error) !== 'SQLITE_FULL') throw error
    })
    return file
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

/** Removes rows that have expired, are no JSON or come from a future that the clock was set back from. */
export async function removeExpired(file: SqliteFile): Promise<void> {
  // The adapter writes rows as {"value":…,"expires":ms} and has no column for the expiry.
  await file.query(
    `DELETE FROM keyv WHERE NOT json_valid(value) OR json_extract(value, '$.expires') < ?
      OR json_extract(value, '$.value.fetchedAt') > ?`,
    Date.now(),
    Date.now() / 1000 + AHEAD_SECONDS,
  )
}

/** Moves what lies at the path aside, with what SQLite keeps beside it; resolves to where it is now. */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await rename(path, aside)
  // A journal of the old file would be taken for one of the new.
  for (const journal of ['-wal', '-shm']) {
    await rename(`${path}${journal}`, `${aside}${journal}`).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
  }
  return aside
}

/** Whether the file itself is bad, and would be so tomorrow. */
export const isCorrupt = (error: unknown) => ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].includes(codeOf(error))

/** Whether the file, or the place where it lies, may not be written. */
export const isReadOnly = (error: unknown) => ['SQLITE_READONLY', 'EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))

/** What went wrong with the file at a path, what it costs and what to do, for whoever runs the service. */
export function explain(what: string, path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`STORE_URL ${path} ${what}: ${reason}. ${remedyFor(error)}`.trim(), { cause: error })
}

function remedyFor(error: unknown): string {
  if (isReadOnly(error)) return 'Let this user write the file and its folder.'
  switch (codeOf(error)) {
    case 'NOT_OURS':
      return 'It is left as it is; name a file that is not there yet, or the store of before.'
    case 'SQLITE_CANTOPEN':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return 'Name a file in a folder that this user may write.'
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return 'Make room on the disk; it is then used again by itself.'
    case 'SQLITE_BUSY':
      return 'Another program keeps it locked; give each process a store of its own.'
    case 'SQLITE_IOERR':
      return 'See whether the disk is full, over a quota or broken.'
    default:
      return ''
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const notOurs = (reason: string) => Object.assign(new Error(reason), { code: 'NOT_OURS' })

/** Rejects with `NOT_OURS` for what somebody would miss if it were written to, or moved. */
async function refuseForeign(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return
  if (!found.isFile()) throw notOurs(found.isDirectory() ? 'it is a folder' : 'it is no file')
  const tables = await tablesIn(path).catch((error: unknown) => {
    if (!isCorrupt(error)) throw error
    if (codeOf(error) === 'SQLITE_NOTADB' && !DATABASE_NAME.test(path)) throw notOurs('it is no database')
    // A broken store; what is wrong with it is found again when it is opened to be written.
    return []
  })
  const other = tables.find((table) => table !== 'keyv')
  if (other !== undefined) throw notOurs(`it is another program's database, with a table ${other}`)
}

/**
 * The tables of a database; the adapter makes its own in whatever it opens. Read as if nobody wrote to it, so that nothing
 * is locked, rolled back or left beside a file that is not ours.
 */
async function tablesIn(path: string): Promise<string[]> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const uri = `${pathToFileURL(path).href}?immutable=1`
    const opened: sqlite3.Database = new sqlite3.Database(uri, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI, (error) =>
      error ? reject(error) : resolve(opened),
    )
  })
  try {
    const all = promisify<string, { name: string }[]>(database.all.bind(database))
    const rows = await all(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    return rows.map(({ name }) => name)
  } finally {
    await promisify(database.close.bind(database))()
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Node's own recursive mkdir never ends below /proc, and keeps a thread busy. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (await isFolder(path)) return
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path)
  }
}

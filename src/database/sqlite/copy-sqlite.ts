import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { connectSqlite } from '../../lib/plain-sqlite.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError } from '../../model/database-error.ts'

const BUSY_TIMEOUT_MS = 5_000

/**
 * Writes a consistent copy of a database, which may be in use, to a new file. Rejects like `createNewFile`, or with the error of SQLite
 * or the file system.
 */
export const copySqlite = (from: string, to: string): Promise<void> =>
  createNewFile(to, (partial) => vacuumInto(from, partial))

const PROBLEMS: Record<string, string> = {
  EEXIST: 'exists already; choose a new file.',
  ENOENT: 'cannot be created, because its folder does not exist: create the folder first.',
}

/**
 * Creates the file `to`, which only this user can read. `to` is empty at first. `fill` gets the path of another empty file and writes the
 * content; that file then replaces `to`. Rejects with a DatabaseError when `to` exists or cannot be created, otherwise with the error of
 * `fill` or the file system. An interruption leaves `to` empty, never with a part of the content.
 */
export async function createNewFile(to: string, fill: (partial: string) => Promise<void>): Promise<void> {
  await createEmpty(to).catch((error: unknown) => {
    const problem = PROBLEMS[systemCodeOf(error) ?? ''] ?? `cannot be created: ${messageOf(error)}.`
    throw new DatabaseError('unavailable', `${to} ${problem}`, { cause: error })
  })
  const partial = `${to}.partial`
  try {
    await rm(partial, { force: true })
    await createEmpty(partial)
    await fill(partial)
    await sync(partial)
    await rename(partial, to)
    await sync(dirname(to))
  } catch (error) {
    await rm(partial, { force: true })
    await rm(to, { force: true })
    throw error
  }
}

async function createEmpty(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.close()
}

async function vacuumInto(from: string, to: string): Promise<void> {
  const source = await connectSqlite(from, 'write')
  try {
    await source.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await source.query('VACUUM INTO ?', to)
  } finally {
    await source.close()
  }
}

/** Makes a file, or the names in a folder, durable against a power failure. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { connectSqlite } from '../lib/plain-sqlite.ts'

const BUSY_TIMEOUT_MS = 5_000

/**
 * Writes a consistent copy of a database, which may be in use, to a new file that only this user can read. Rejects with EEXIST
 * when there is a file already. A copy that was interrupted is an empty file, never a part of the database.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  await (await open(to, 'wx', 0o600)).close()
  const partial = `${to}.partial`
  try {
    await (await open(partial, 'wx', 0o600)).close()
    await vacuumInto(from, partial)
    await sync(partial)
    await rename(partial, to)
    await sync(dirname(to))
  } catch (error) {
    await rm(partial, { force: true })
    await rm(to, { force: true })
    throw error
  }
}

async function vacuumInto(from: string, to: string): Promise<void> {
  const connection = await connectSqlite(from, 'readonly')
  try {
    await connection.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await connection.query('VACUUM INTO ?', to)
  } finally {
    await connection.close()
  }
}

/** Makes a file, or the names in a folder, survive a power failure. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

import { stat } from 'node:fs/promises'
import { connectSqlite, type SqliteConnection } from '../../lib/plain-sqlite.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { refuseForeignFile } from './check-file.ts'
import { createDatabaseError } from '../create-database-error.ts'

const BUSY_TIMEOUT_MS = 1_000

/**
 * Locks a database against all other processes, and empties and removes its write-ahead log. Returns a function that unlocks the database.
 * Rejects with the problem `busy` while another process has the database open, even if that process is idle. A missing database needs no
 * lock.
 */
export async function lockDatabase(path: string): Promise<() => Promise<void>> {
  if ((await stat(path).catch(() => undefined)) === undefined) return () => Promise.resolve()
  let connection: SqliteConnection | undefined
  try {
    await refuseForeignFile(path)
    connection = await connectSqlite(path, 'write')
    await connection.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    // In WAL mode each connection holds a shared lock until it is closed, and leaving that mode needs the exclusive lock. A process that
    // opens the file later has to enter WAL mode first, which fails after the file was renamed.
    await connection.query('PRAGMA journal_mode = DELETE')
    await connection.query('BEGIN EXCLUSIVE')
    return connection.close
  } catch (error) {
    await connection?.close()
    throw explainLock(path, error)
  }
}

function explainLock(path: string, error: unknown): unknown {
  switch (systemCodeOf(error)) {
    case 'SQLITE_BUSY':
      return createDatabaseError(path, 'busy', 'is used by another process. Stop the service first.', error)
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return createDatabaseError(
        path,
        'damaged',
        'is too damaged to see whether a process uses it. Stop the service, rename the file, and try again.',
        error,
      )
    default:
      return error
  }
}

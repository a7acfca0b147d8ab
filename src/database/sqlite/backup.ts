import { stat } from 'node:fs/promises'
import { connectSqlite, readApplicationId, readTables } from '../../lib/plain-sqlite.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { refuseForeignContent } from './check-file.ts'
import { copySqlite } from './copy-sqlite.ts'
import { databasePath } from './database-path.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { explain } from './sqlite-errors.ts'

/**
 * Writes a consistent copy of the database of a `sqlite://path` address to a new file, while the service may run. Rejects with a
 * DatabaseError, and then leaves no file.
 */
export async function backUpSqlite(url: string, to: string): Promise<void> {
  const path = databasePath(url)
  try {
    await refuseOther(path)
    await copySqlite(path, to)
  } catch (error) {
    throw explain(path, `could not be copied to ${to}`, error)
  }
}

/** Rejects for a missing file, and for a file of another program. */
async function refuseOther(path: string): Promise<void> {
  await stat(path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error
    throw createDatabaseError(path, 'unavailable', 'does not exist, so there is nothing to back up.')
  })
  const connection = await connectSqlite(path, 'write')
  try {
    refuseForeignContent(path, {
      tables: await readTables(connection),
      applicationId: await readApplicationId(connection),
    })
  } finally {
    await connection.close()
  }
}

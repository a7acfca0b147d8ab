import { systemClock, type WallClock } from '../lib/clock.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { createMetaRepository } from './meta.ts'
import { backUpPostgres } from './postgres/back-up-postgres.ts'
import { createPostgresClient, MAINTENANCE_LIMITS } from './postgres/postgres-client.ts'
import { backUpSqlite } from './sqlite/backup.ts'
import { databasePath } from './sqlite/database-path.ts'
import { createSqliteClient } from './sqlite/knex-client.ts'

/** The result of a backup. */
interface BackUpResult {
  /** Whether the time of the backup could be stored in the database, where the status page reads it. */
  isNoted: boolean
}

/**
 * Writes a consistent copy of a database to a new SQLite file, while the service may run, and notes the time in the database.
 * Rejects with a DatabaseError; there is then no copy.
 */
export async function backUpDatabase(url: string, to: string, clock: WallClock = systemClock): Promise<BackUpResult> {
  const at = clock.unixSeconds()
  await (isPostgresUrl(url) ? backUpPostgres(url, to) : backUpSqlite(url, to))
  return { isNoted: await noteBackup(url, at) }
}

/**
 * Stores the time of a backup in the database at `url`, Unix seconds; false if that is impossible, for example for a user who may only
 * read.
 */
async function noteBackup(url: string, at: number): Promise<boolean> {
  const db = isPostgresUrl(url) ? createPostgresClient(url, MAINTENANCE_LIMITS) : createSqliteClient(databasePath(url))
  try {
    await createMetaRepository(db).set('backed_up_at', String(at))
    return true
  } catch {
    return false
  } finally {
    await db.destroy()
  }
}

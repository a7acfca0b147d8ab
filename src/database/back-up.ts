import { systemClock, type WallClock } from '../lib/clock.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { noteBackup } from './note-backup.ts'
import { backUpPostgres } from './postgres/back-up-postgres.ts'
import { backUpSqlite } from './sqlite/backup.ts'

/** How a backup ended. */
interface BackUpResult {
  /** Whether the database knows of it now, for the status page. */
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

import { isPostgresUrl } from '../lib/postgres-url.ts'
import { restorePostgres } from './postgres/restore-postgres.ts'
import { restoreSqlite, type RestoreOptions } from './sqlite/restore.ts'

/**
 * Replaces the content of a database by a backup of either engine. Returns the path of the replaced database (SQLite), or of a backup of
 * its rows (Postgres); undefined if there was nothing to replace. Rejects with a DatabaseError, and changes nothing, when a process uses
 * the database or the backup cannot be used.
 */
export const restoreDatabase = (url: string, backup: string, options: RestoreOptions): Promise<string | undefined> =>
  isPostgresUrl(url) ? restorePostgres(url, backup, options) : restoreSqlite(url, backup, options)

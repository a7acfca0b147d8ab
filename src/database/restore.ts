import { isPostgresUrl } from '../lib/postgres-url.ts'
import { restorePostgres } from './postgres/restore-postgres.ts'
import { restoreSqlite, type RestoreOptions, type RestoreResult } from './sqlite/restore.ts'

/**
 * Replaces the content of a database by a backup of either engine. Rejects with a DatabaseError, and changes nothing, when a process uses
 * the database or the backup cannot be used.
 */
export const restoreDatabase = (url: string, backup: string, options: RestoreOptions): Promise<RestoreResult> =>
  isPostgresUrl(url) ? restorePostgres(url, backup, options) : restoreSqlite(url, backup, options)

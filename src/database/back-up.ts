import { isPostgresUrl } from '../lib/postgres-url.ts'
import { backUpPostgres } from './postgres/back-up-postgres.ts'
import { backUpSqlite } from './sqlite/backup.ts'

/**
 * Writes a consistent copy of a database to a new SQLite file, while the service may run. Rejects with a DatabaseError; there is then
 * no copy.
 */
export const backUpDatabase = (url: string, to: string): Promise<void> =>
  isPostgresUrl(url) ? backUpPostgres(url, to) : backUpSqlite(url, to)

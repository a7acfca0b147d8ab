import { isPostgresUrl } from '../lib/postgres-url.ts'
import { createMetaRepository } from './meta.ts'
import { createPostgresClient, MAINTENANCE_LIMITS } from './postgres/postgres-client.ts'
import { databasePath } from './sqlite/database-path.ts'
import { createSqliteClient } from './sqlite/knex-client.ts'

/**
 * Notes in the database of an address when a backup of it was made, Unix seconds; false if that cannot be stored, for example by a
 * user who may only read.
 */
export async function noteBackup(url: string, at: number): Promise<boolean> {
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

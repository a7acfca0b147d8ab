import { systemClock, type Clock } from '../lib/clock.ts'
import { createDatabase } from './create-database.ts'
import { databasePath } from './database-path.ts'
import type { Database } from './database.ts'
import { openConnection, type Upgrade } from './open-connection.ts'

interface OpenOptions {
  clock?: Clock
  /** Called once a database with an older schema was migrated. */
  onUpgrade?: (upgrade: Upgrade) => void
}

/**
 * Opens the database of a `sqlite://path` address; creates file and folder where missing, and migrates an older schema.
 * Rejects with a DatabaseError for a file that cannot be used, which is then left as it is.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const path = databasePath(url)
  return createDatabase(path, await openConnection(path, { clock: systemClock, ...options }))
}

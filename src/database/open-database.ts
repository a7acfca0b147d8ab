import { systemClock, type Clock } from '../lib/clock.ts'
import { isPostgresUrl, withoutCredentials } from '../lib/postgres-url.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { createPostgresEngine } from './postgres/postgres-engine.ts'
import { databasePath } from './sqlite/database-path.ts'
import { openConnection } from './sqlite/open-connection.ts'
import { createSqliteEngine } from './sqlite/sqlite-engine.ts'

/** What was done to a database with an older schema. */
export interface Upgrade {
  from: number
  to: number
  /** The path of a copy as it was before; Postgres has none. */
  copy?: string
}

interface OpenOptions {
  clock?: Clock
  /** Called once a database with an older schema was migrated. */
  onUpgrade?: (upgrade: Upgrade) => void
}

/**
 * Opens the database of a `sqlite://path` address, whose file and folder are created where missing, or of a `postgres://` address.
 * Migrates an older schema. Rejects with a DatabaseError for a database that cannot be used, which is then left as it is.
 */
export async function openDatabase(
  url: string,
  { clock = systemClock, onUpgrade }: OpenOptions = {},
): Promise<Database> {
  const options = { clock, ...(onUpgrade && { onUpgrade }) }
  if (isPostgresUrl(url))
    return createDatabase(createPostgresEngine(withoutCredentials(url), await openPostgres(url, options)))
  const path = databasePath(url)
  return createDatabase(createSqliteEngine(path, await openConnection(path, options)))
}

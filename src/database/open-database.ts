import type { Knex } from 'knex'
import { systemClock, type Clock } from '../lib/clock.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { createDatabase } from './create-database.ts'
import type { Database, KitRepositories } from './database.ts'
import type { Engine } from './engine.ts'
import { databasePath } from './sqlite/database-path.ts'
import { openConnection } from './sqlite/open-connection.ts'
import { createSqliteEngine } from './sqlite/sqlite-engine.ts'

/** The upgrade of a database with an older schema. */
export interface Upgrade {
  from: number
  to: number
  /** The path of a copy from before the upgrade; absent on Postgres. */
  copy?: string
}

export interface OpenOptions {
  clock?: Clock
  /** Called after a database with an older schema was migrated. */
  onUpgrade?: (upgrade: Upgrade) => void
  /** Called after a database or its schema was created. */
  onCreate?: () => void
  /** The time limit of a transaction. */
  transactionWithinMs?: number | undefined
}

/**
 * Opens the database of a `sqlite://path` address, whose file and folder are created if they are missing, or of a `postgres://` address.
 * Migrates an older schema. Rejects with a DatabaseError for a database that cannot be used, and leaves it unchanged.
 */
export async function openDatabase<Repositories extends object>(
  url: string,
  createRepositories: (db: Knex) => Repositories,
  { clock = systemClock, transactionWithinMs, ...options }: OpenOptions = {},
): Promise<Database<Repositories & KitRepositories>> {
  const openEngine = isPostgresUrl(url) ? openPostgresEngine : openSqliteEngine
  return createDatabase(await openEngine(url, { clock, ...options }), createRepositories, transactionWithinMs)
}

type EngineOptions = Pick<OpenOptions, 'onUpgrade' | 'onCreate'> & { clock: Clock }

async function openSqliteEngine(url: string, options: EngineOptions): Promise<Engine> {
  const path = databasePath(url)
  return createSqliteEngine(path, await openConnection(path, options), options)
}

async function openPostgresEngine(url: string, options: EngineOptions): Promise<Engine> {
  // Loaded only when it is used, because the driver takes some megabytes.
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  const { createPostgresEngine } = await import('./postgres/postgres-engine.ts')
  return createPostgresEngine(url, await openPostgres(url, options))
}

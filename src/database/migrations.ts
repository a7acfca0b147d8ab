import type { Knex } from 'knex'
import { createSchema9 } from './schema/schema-9.ts'

/** One step from a version of the schema to the next one. */
interface Migration {
  /** The version of the schema after the migration. */
  version: number
  /**
   * The oldest version of the schema whose programs can use the new version, so that two versions of the program can run side by side.
   * Absent if only the new program can use it.
   */
  oldestProgram?: number
  migrate(transaction: Knex.Transaction): Promise<void>
}

/**
 * All migrations in order; the first one creates all tables. A released migration is never changed, because it has built existing databases.
 * Versions 1 to 8 were those of unpublished programs.
 */
export const MIGRATIONS: readonly Migration[] = [{ version: 9, migrate: createSchema9 }]

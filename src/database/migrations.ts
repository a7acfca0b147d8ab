import type { Knex } from 'knex'
import { createSchema1 } from './schema/schema-1.ts'
import { createSchema2 } from './schema/schema-2.ts'

/** One step from a version of the schema to the next one. */
interface Migration {
  /** The version of the schema after it. */
  version: number
  migrate(transaction: Knex.Transaction): Promise<void>
}

/** All migrations in order; a migration that was released is never changed, since databases exist that it has built. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, migrate: createSchema1 },
  { version: 2, migrate: createSchema2 },
]

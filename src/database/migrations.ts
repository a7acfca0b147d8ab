import type { Knex } from 'knex'
import { createSchema1 } from './schema/schema-1.ts'
import { createSchema2 } from './schema/schema-2.ts'
import { createSchema3 } from './schema/schema-3.ts'
import { createSchema4 } from './schema/schema-4.ts'
import { createSchema5 } from './schema/schema-5.ts'
import { createSchema6 } from './schema/schema-6.ts'
import { createSchema7 } from './schema/schema-7.ts'
import { createSchema8 } from './schema/schema-8.ts'

/** One step from a version of the schema to the next one. */
interface Migration {
  /** The version of the schema after the migration. */
  version: number
  /**
   * The oldest version of the schema whose programs can use the new version, so that two versions of the program can run side by side.
   * Absent if only the new program can use it. Also absent up to version 3, which adds the column for it.
   */
  oldestProgram?: number
  migrate(transaction: Knex.Transaction): Promise<void>
}

/** All migrations in order. A released migration is never changed, because it has built existing databases. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, migrate: createSchema1 },
  { version: 2, migrate: createSchema2 },
  { version: 3, migrate: createSchema3 },
  { version: 4, oldestProgram: 3, migrate: createSchema4 },
  { version: 5, migrate: createSchema5 },
  { version: 6, migrate: createSchema6 },
  { version: 7, migrate: createSchema7 },
  { version: 8, migrate: createSchema8 },
]

import type { Database } from '../../src/database/database.ts'
import { createHeldDatabase, type FencedDatabase } from '../../src/cluster/held-database.ts'

/** A database in the place of one that writes under a lease, for tests in which no other process takes the lease. */
export function alwaysHeld(database: Database): FencedDatabase {
  const held = createHeldDatabase({ ...database, fenced: () => database })
  held.hold({ name: 'discord', holder: 'test', epoch: 1 })
  return held.database
}

import type { KitRepositories, Database } from '../../src/database/database.ts'
import { createHeldDatabase, type FencedDatabase } from '../../src/cluster/held-database.ts'

/** A database in the place of one that writes under a lease, for tests in which no other process takes the lease. */
export function alwaysHeld<R extends KitRepositories>(database: Database<R>): FencedDatabase<R> {
  const held = createHeldDatabase({ ...database, fenced: () => database })
  held.hold({ name: 'discord', holder: 'test', epoch: 1 })
  return held.database
}

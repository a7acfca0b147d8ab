import type { Database } from '../database/database.ts'
import type { Lease } from '../database/leases.ts'
import { DatabaseError } from '../model/database-error.ts'

const isFenced = Symbol('fenced')

/** A database that writes only under a lease. Only `createHeldDatabase` makes one, so that another database does not compile in its place. */
export interface FencedDatabase extends Database {
  readonly [isFenced]: true
}

/** The database for work that one process at a time does. */
export interface HeldDatabase {
  /** Writes only while the lease is held that was last given to `hold`; otherwise it rejects with the problem `lease_lost`. */
  database: FencedDatabase
  /** Sets the lease; undefined when it is no longer held. */
  hold(lease: Lease | undefined): void
}

export function createHeldDatabase(database: Database): HeldDatabase {
  let fenced: Database | undefined
  return {
    database: {
      ...database,
      [isFenced]: true,
      transaction: (work) =>
        fenced
          ? fenced.transaction(work)
          : Promise.reject(new DatabaseError('lease_lost', 'This process does not hold the lease for this work.')),
    },
    hold(lease) {
      fenced = lease && database.fenced(lease)
    },
  }
}

import type { Database } from '../database/database.ts'
import type { Lease } from '../database/leases.ts'
import { DatabaseError } from '../model/database-error.ts'

const isFenced = Symbol('fenced')

/** A database that writes only under a lease. Only `createHeldDatabase` creates one, so that no other database compiles in its place. */
export interface FencedDatabase extends Database {
  readonly [isFenced]: true
}

/** The database for work that only one process may do at a time. */
export interface HeldDatabase {
  /** Writes only while the lease that was last passed to `hold` is held; otherwise rejects with the problem `lease_lost`. */
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

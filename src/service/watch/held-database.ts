import type { Database } from '../../database/database.ts'
import type { Lease } from '../../database/leases.ts'
import { DatabaseError } from '../../model/database-error.ts'

/** The database for work that one process at a time does. */
export interface HeldDatabase {
  /** Writes only while the lease is held that was last given to `hold`; otherwise it rejects with the problem `lease_lost`. */
  database: Database
  /** Sets the lease; undefined when it is no longer held. */
  hold(lease: Lease | undefined): void
}

export function createHeldDatabase(database: Database): HeldDatabase {
  let fenced: Database | undefined
  return {
    database: {
      ...database,
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

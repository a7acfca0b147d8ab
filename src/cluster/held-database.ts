import type { Database, KitRepositories } from '../database/database.ts'
import type { Lease } from '../database/leases.ts'
import { DatabaseError } from '../model/database-error.ts'

const isFenced = Symbol('fenced')

/** A database that writes only under a lease. Only `createHeldDatabase` creates it, so that passing any other database is a type error. */
export interface FencedDatabase<Repositories extends KitRepositories> extends Database<Repositories> {
  readonly [isFenced]: true
}

/** The database for work that only one process may do at a time. */
export interface HeldDatabase<Repositories extends KitRepositories> {
  /** Writes only while the lease that was last passed to `hold` is held; otherwise rejects with the problem `lease_lost`. */
  database: FencedDatabase<Repositories>
  /** Sets the lease under which the database writes; undefined when this process does not hold the lease. */
  hold(lease: Lease | undefined): void
}

export function createHeldDatabase<Repositories extends KitRepositories>(
  database: Database<Repositories>,
): HeldDatabase<Repositories> {
  let fenced: Database<Repositories> | undefined
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

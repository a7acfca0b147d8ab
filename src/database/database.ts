import type { Lease } from './leases.ts'
import type { Repositories } from '../app/database.ts'

export type { Repositories }

/**
 * The database of the data that users entrust to the service: watch lists, ban history, policies, due messages. Every method rejects with a
 * DatabaseError when the database fails; nothing is written then.
 */
export interface Database {
  /** Runs work in one transaction: all changes are written, or none when `work` rejects. Transactions run one after another. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /** Runs read-only work on one consistent state. */
  read<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /**
   * This database for work under a lease: `transaction` rejects with the problem `lease_lost`, and writes nothing, once another process has
   * taken the lease. Write transactions run one after another, so no process can take the lease before the commit.
   */
  fenced(lease: Lease): Database
  /**
   * Removes the remains of deleted rows: from the file and the write-ahead log of SQLite, and from the tables of Postgres. Rejects
   * with the problem `busy` when another process prevents it.
   */
  purgeDeleted(): Promise<void>
  /**
   * Makes all running and later work reject with the problem `given_up`, for a service that stops while the server does not answer. Running
   * work may still be stored.
   */
  giveUp(): void
  close(): Promise<void>
}

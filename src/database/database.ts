import type { AuditRepository } from './audit.ts'
import type { Lease, LeasesRepository } from './leases.ts'
import type { MetaRepository } from './meta.ts'
import type { PendingRepository } from './pending.ts'

/** The repositories that every database has. All ids are decimal strings, all times Unix seconds. */
export interface KitRepositories {
  audit: AuditRepository
  leases: LeasesRepository
  meta: MetaRepository
  pending: PendingRepository
}

/**
 * The database of the data that users entrust to the service: watch lists, ban history, policies, due messages. Every method rejects with a
 * DatabaseError when the database fails; nothing is written then, unless the connection broke during the commit. `Repositories` are the
 * repositories of the features. Their methods with several statements are atomic only in a transaction.
 */
export interface Database<Repositories extends KitRepositories = KitRepositories> {
  /** Runs work in one transaction: all changes are written, or none when `work` rejects. Transactions run one after another. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /**
   * Runs read-only work on one consistent state. With a `guildId`, for a long read such as a search or a page, the reads of each Discord server
   * run one after another, and the servers take turns, so that none delays the reads of others.
   */
  read<T>(work: (repositories: Repositories) => Promise<T>, guildId?: string): Promise<T>
  /**
   * This database for work under a lease: `transaction` rejects with the problem `lease_lost`, and writes nothing, once another process has
   * taken the lease. Write transactions run one after another, so no process can take the lease before the commit.
   */
  fenced(lease: Lease): Database<Repositories>
  /**
   * Removes the remains of deleted rows: from the file and the write-ahead log of SQLite, and from the tables of Postgres. Rejects
   * with the problem `busy` when another process prevents it.
   */
  purgeDeleted(): Promise<void>
  close(): Promise<void>
}

/** Deletes rows whose retention period has ended at `now`. */
export type Retention<Repositories> = (repositories: Repositories, now: number) => Promise<void>

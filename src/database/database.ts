import type { AccountNamesRepository } from './account-names.ts'
import type { AccountsRepository } from './accounts.ts'
import type { AuditRepository } from './audit.ts'
import type { GuildsRepository } from './guilds.ts'
import type { JoinsRepository } from './joins.ts'
import type { Lease, LeasesRepository } from './leases.ts'
import type { MetaRepository } from './meta.ts'
import type { OutboxRepository } from './outbox.ts'
import type { PoliciesRepository } from './policies.ts'
import type { PolicyExceptionsRepository } from './policy-exceptions.ts'
import type { PolicyTokensRepository } from './policy-tokens.ts'
import type { RecordChangesRepository } from './record-changes.ts'
import type { RefusalNoticesRepository } from './refusal-notices.ts'
import type { RefusalsRepository } from './refusals.ts'
import type { SweepsRepository } from './sweeps.ts'
import type { WatchesRepository } from './watches.ts'

/** The repositories of one transaction, one for each aggregate. All ids are decimal strings, all times Unix seconds. */
export interface Repositories {
  guilds: GuildsRepository
  watches: WatchesRepository
  accounts: AccountsRepository
  accountNames: AccountNamesRepository
  recordChanges: RecordChangesRepository
  outbox: OutboxRepository
  sweeps: SweepsRepository
  policies: PoliciesRepository
  policyExceptions: PolicyExceptionsRepository
  policyTokens: PolicyTokensRepository
  joins: JoinsRepository
  refusals: RefusalsRepository
  refusalNotices: RefusalNoticesRepository
  audit: AuditRepository
  leases: LeasesRepository
  meta: MetaRepository
}

/**
 * The database of what people entrust to the service: watch lists, ban history, policies, messages due. Every method rejects with a
 * DatabaseError when the database fails; nothing is then written.
 */
export interface Database {
  /** Runs work in one transaction: all of it is written, or nothing when `work` rejects. Transactions run one after another. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /** Runs work that only reads, on one consistent state. */
  read<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /**
   * The same database for work under a lease: `transaction` rejects with the problem `lease_lost`, and writes nothing, once another
   * process has taken the lease. As write transactions run one after another, none can take it before the commit.
   */
  fenced(lease: Lease): Database
  /**
   * Removes the remains of deleted rows: from the file and the write-ahead log of SQLite, and from the tables of Postgres. Rejects
   * with the problem `busy` when another process prevents it.
   */
  purgeDeleted(): Promise<void>
  /**
   * Makes everything that runs, and everything after it, reject with the problem `given_up`: for a service that stops while the
   * server does not answer. What runs may still be stored.
   */
  giveUp(): void
  close(): Promise<void>
}

import type { Knex } from 'knex'
import { createFairQueue } from '../lib/limits/fair-queue.ts'
import { endsWithin } from '../lib/timeout.ts'
import { createAuditRepository } from './audit.ts'
import type { Database, KitRepositories } from './database.ts'
import type { Engine } from './engine.ts'
import { createLeasesRepository } from './leases.ts'
import { createMetaRepository } from './meta.ts'
import { createPendingRepository } from './pending.ts'

/**
 * Time limit of a transaction. Without it, a transaction would stay open for ever if its work waited for another transaction, which cannot
 * begin before this one ends, or for something outside the database that does not happen.
 */
const TRANSACTION_WITHIN_MS = 30_000
/** Number of long reads at a time, of which each is for another Discord server; other reads wait for no more of them. */
const LONG_READS_AT_ONCE = 2
/** Number of long reads of a Discord server that may wait; their requests may have ended meanwhile. */
const MAX_WAITING_READS = 100

/** Creates the database on an engine. `createRepositories` creates the repositories of the features for one transaction. */
export function createDatabase<Repositories extends object>(
  engine: Engine,
  createRepositories: (db: Knex) => Repositories,
  transactionWithinMs = TRANSACTION_WITHIN_MS,
): Database<Repositories & KitRepositories> {
  type All = Repositories & KitRepositories
  const inTurn = createFairQueue(LONG_READS_AT_ONCE, MAX_WAITING_READS, () =>
    engine.refuse('busy', 'was busy: too many reads of this Discord server wait. Try again.'),
  )
  let closing: Promise<void> | undefined

  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (closing) throw engine.refuse('unavailable', 'is closed.')
    try {
      return await task()
    } catch (error) {
      throw engine.explain(error)
    }
  }

  const inTime =
    <T>(work: (repositories: All) => Promise<T>) =>
    async (transaction: Knex.Transaction): Promise<T> => {
      const result = work({
        audit: createAuditRepository(transaction),
        leases: createLeasesRepository(transaction, () => engine.now(transaction)),
        meta: createMetaRepository(transaction),
        pending: createPendingRepository(transaction),
        // Last, because a kit may do more with what another one stores.
        ...createRepositories(transaction),
      })
      if (await endsWithin(transactionWithinMs, result)) return result
      const limit = `${transactionWithinMs / 1000} s`
      throw engine.refuse('busy', `was busy: a transaction took longer than ${limit} and was rolled back. Try again.`)
    }

  const read = <T>(work: (repositories: All) => Promise<T>) => run(() => engine.read(inTime(work)))

  const database: Database<All> = {
    transaction: (work) => run(() => engine.write(inTime(work))),
    read: (work, guildId) => (guildId === undefined ? read(work) : inTurn(guildId, () => read(work))),
    fenced: (lease) => ({
      ...database,
      transaction: (work) =>
        database.transaction(async (repositories) => {
          if (await repositories.leases.isHeld(lease)) return work(repositories)
          throw engine.refuse('lease_lost', `was not changed: another process has taken the lease "${lease.name}".`)
        }),
    }),
    purgeDeleted: () => run(engine.purgeDeleted),
    close: () => (closing ??= engine.close()),
  }
  return database
}

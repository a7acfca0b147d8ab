import { createLru } from '../lib/lru.ts'
import type { Bans } from '../model/account.ts'
import type { BanChange, BanRecord } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from '../accounts/context.ts'
import { applyRecords, type AppliedRecords } from './apply-records.ts'
import type { FollowedChanges } from './follow-changes.ts'
import type { WatchContext } from './watch-context.ts'

/** Maximum number of records that wait to be stored; further records are dropped, because the next sweep sees the same bans. */
const MAX_WAITING = 1_000
const RECORDS_PER_TRANSACTION = 50
/** Maximum number of accounts whose last record is kept in memory, so that an equal answer from the cache is not compared again. */
const MAX_REMEMBERED = 10_000

interface ObserverOptions extends Pick<WatchContext, 'database' | 'watched' | 'onNews'> {
  onChanges: (changes: readonly BanChange[]) => void
  /** Called when records could not be stored. */
  onError: (error: unknown) => void
}

/**
 * Creates the observer of lookups, which compares each newer ban record of a watched account with the known state. The lookup does not wait
 * for this, and does not fail when the database does.
 */
export function createObserver({ database, watched, onNews, onChanges, onError }: ObserverOptions) {
  const waiting = new Map<SteamId, Cached<Bans>>()
  const newestFetchedAt = createLru<number>(MAX_REMEMBERED)
  let storing: Promise<void> | undefined

  const storeBatch = async (batch: [SteamId, Cached<Bans>][]) => {
    const applied = await database.transaction(async (repositories) => {
      const results: AppliedRecords[] = []
      for (const [steamId, { value, fetchedAt: at }] of batch) {
        const [records, shown] = [new Map([[steamId, toBanRecord(value)]]), new Map([[steamId, value]])]
        results.push(await applyRecords(repositories, { records, shown, at, sweepId: null, areBaselines: false }))
      }
      return results
    })
    onNews(applied.flatMap(({ news }) => news))
    const changes = applied.flatMap((result) => result.changes)
    if (changes.length > 0) onChanges(changes)
  }

  const storeAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, RECORDS_PER_TRANSACTION)
      await storeBatch(batch)
      // A newer record may have taken the place of one that was stored.
      for (const [steamId, bans] of batch) if (waiting.get(steamId) === bans) waiting.delete(steamId)
    }
  }

  const store = () => {
    if (waiting.size === 0) return
    storing ??= storeAll()
      .catch(onError)
      .finally(() => {
        storing = undefined
      })
  }

  const onRecord: Context['onRecord'] = (steamId, bans) => {
    if (!watched.has(steamId) || bans.fetchedAt <= (newestFetchedAt.get(steamId) ?? 0)) return
    if (waiting.size >= MAX_WAITING && !waiting.has(steamId)) return
    newestFetchedAt.set(steamId, bans.fetchedAt)
    waiting.set(steamId, bans)
    store()
  }

  return {
    onRecord,
    /** Tries again to store the waiting records, which no other process may have seen. */
    retry: store,
    /** Resolves when all records are stored, or the database has failed. */
    settled: async () => storing,
    waiting: () => waiting.size,
  }
}

interface LookupObserverOptions extends Omit<ObserverOptions, 'onNews'> {
  changes: Pick<FollowedChanges, 'onNews' | 'listen'>
  /** Sets the observer of the ban records that use cases read. */
  observe: (observer: Pick<Context, 'onRecord'> & { isWatched: (steamId: SteamId) => boolean }) => void
}

/** Stores the ban changes of watched accounts that lookups find, until `stop` is called. */
export function observeLookups({ changes, observe, ...options }: LookupObserverOptions) {
  const { watched } = options
  const observer = createObserver({ ...options, onNews: changes.onNews })
  // The accounts are added to `watched`, because another process may just have put them on a list.
  changes.listen({ onAccounts: watched.add, onRead: observer.retry })
  observe({ onRecord: observer.onRecord, isWatched: watched.has })
  return {
    stop: () => observe({ onRecord() {}, isWatched: watched.has }),
    /** Resolves when no change is being stored. */
    settled: observer.settled,
  }
}

/** Reads the record of a lookup, in which 0 game bans can stand for a missing count. */
function toBanRecord({ VACBanned: _, NumberOfGameBans, ...bans }: Bans): BanRecord {
  return NumberOfGameBans > 0 ? { ...bans, NumberOfGameBans } : bans
}

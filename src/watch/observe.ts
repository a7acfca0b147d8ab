import { createLru } from '../lib/lru.ts'
import type { Bans } from '../model/account.ts'
import type { BanChange, BanRecord } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from '../accounts/context.ts'
import { applyRecords, type AppliedRecords } from './apply-records.ts'
import type { WatchContext } from './watch-context.ts'

/** Maximum number of records that wait to be stored; further records are dropped, because the next sweep sees the same bans. */
const MAX_WAITING = 1_000
const RECORDS_PER_TRANSACTION = 50
/** Maximum number of accounts whose last record is kept in memory, so that an equal answer from the cache is not compared again. */
const MAX_REMEMBERED = 10_000

export interface ObserverOptions extends Pick<WatchContext, 'database' | 'watched' | 'onNews'> {
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
      for (const [steamId, { value, fetchedAt }] of batch) {
        const records = new Map([[steamId, toBanRecord(value)]])
        const shown = new Map([[steamId, value]])
        results.push(
          await applyRecords(repositories, { records, shown, at: fetchedAt, sweepId: null, areBaselines: false }),
        )
      }
      return results
    })
    onNews(applied.flatMap(({ news }) => news))
    const changes = applied.flatMap((result) => result.changes)
    if (changes.length > 0) onChanges(changes)
  }

  /** Resolves to whether all waiting records are stored. */
  const storeAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, RECORDS_PER_TRANSACTION)
      for (const [steamId] of batch) waiting.delete(steamId)
      try {
        await storeBatch(batch)
      } catch (error) {
        // Kept for a later attempt, because no other process may have seen these records. A newer record takes precedence.
        for (const [steamId, bans] of batch) if (!waiting.has(steamId)) waiting.set(steamId, bans)
        onError(error)
        return false
      }
    }
    return true
  }

  const store = () => {
    if (waiting.size === 0 || storing) return
    storing = storeAll().then((isStored) => {
      storing = undefined
      if (isStored) store()
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
    /** Tries again to store the waiting records. */
    retry: store,
    /** Resolves when all records are stored, or the database has failed. */
    settled: async () => storing,
    waiting: () => waiting.size,
  }
}

/** Reads the record of a lookup, in which 0 game bans can stand for a missing count. */
function toBanRecord({ VACBanned: _, NumberOfGameBans, ...bans }: Bans): BanRecord {
  return NumberOfGameBans > 0 ? { ...bans, NumberOfGameBans } : bans
}

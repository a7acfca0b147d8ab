import type { Clock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import { repeat } from '../lib/repeat.ts'
import type { Bans } from '../model/account.ts'
import type { BanChange, BanRecord, NewestRecord } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from '../accounts/context.ts'
import type { NewestBans } from '../steam/newest-bans.ts'
import { applyRecords } from './alerts.ts'
import type { WatchDatabase } from './database/repositories.ts'
import type { WatchContext } from './watch-context.ts'
import { createWatchedIds } from './watched-ids.ts'

/** Maximum number of records that wait to be stored; further records are dropped, because the next sweep sees the same bans. */
const MAX_WAITING = 1_000
const RECORDS_PER_READ = 500
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

  const storeAll = async () => {
    for (let [next] = waiting; next; [next] = waiting) {
      const [steamId, bans] = next
      const { value, fetchedAt: at } = bans
      const [records, shown] = [new Map([[steamId, toBanRecord(value)]]), new Map([[steamId, value]])]
      const { news, changes } = await database.transaction((repositories) =>
        applyRecords(repositories, { records, shown, at, sweepId: null, areBaselines: false }),
      )
      // A newer record may have taken the place of the one that was stored.
      if (waiting.get(steamId) === bans) waiting.delete(steamId)
      onNews(news)
      if (changes.length > 0) onChanges(changes)
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

/**
 * Creates a step that reports the changed records of watched accounts that any process has committed since the last step. The first step
 * reports all stored changes, because they may be newer than the cache. Rejects with a DatabaseError.
 */
export function createChangeReader({
  database,
  onNews,
}: Pick<WatchContext, 'onNews'> & { database: Pick<WatchDatabase, 'read'> }): () => Promise<void> {
  let lastId = 0
  return async () => {
    for (;;) {
      const records = await database.read(({ recordChanges }) => recordChanges.after(lastId, RECORDS_PER_READ))
      onNews(records)
      lastId = records.at(-1)?.id ?? lastId
      if (records.length < RECORDS_PER_READ) return
    }
  }
}

/** Interval at which changes are read, so that every process learns of a changed record at most two seconds after its commit. */
const CHANGES_MS = 1_000
/** Interval at which the watched accounts are read, because other processes add and remove some. */
const ACCOUNTS_MS = 60_000

interface OpenOptions {
  steam: {
    context: { newestBans: Pick<NewestBans, 'learn'> }
    /** Sets the observer of the ban records that use cases read. */
    observe: (observer: Pick<Context, 'onRecord'> & { isWatched: (steamId: SteamId) => boolean }) => void
  }
  database: WatchDatabase
  clock: Clock
  onChanges: ObserverOptions['onChanges']
  reportError: (task: string, error: unknown) => void
}

export type Observer = Awaited<ReturnType<typeof openObserver>>

/**
 * Opens what every process with a database does for watched accounts. It stores the ban changes that lookups find, so that alerts do not wait for
 * a sweep; and it reads the changed records that others have stored, before the first request and then every second, so that no answer shows
 * an older record than an alert. Rejects with a DatabaseError.
 */
export async function openObserver({ steam, database, clock, onChanges, reportError }: OpenOptions) {
  const watched = createWatchedIds()
  const onNews = (news: readonly NewestRecord[]) => {
    for (const { steamId, record, seenAt } of news)
      steam.context.newestBans.learn(steamId, { record, fetchedAt: seenAt })
    // Another process may just have put them on a list.
    watched.add(news.map(({ steamId }) => steamId))
  }
  const onError = (error: unknown) => reportError('lookup', error)
  const lookups = createObserver({ database, watched, onNews, onChanges, onError })
  const readChanges = createChangeReader({ database, onNews })
  await readChanges()
  await watched.load(database)
  steam.observe({ onRecord: lookups.onRecord, isWatched: watched.has })
  const stop = new AbortController()
  const follow = async (): Promise<number> => {
    // The pause does not grow after failures, so that the end of an outage is noticed within two seconds.
    await readChanges().then(lookups.retry, (error: unknown) => reportError('newest bans', error))
    return CHANGES_MS
  }
  const reload = () => watched.load(database).then(() => ACCOUNTS_MS)
  const running = [follow, reload].map((step) =>
    repeat(step, { clock, signal: stop.signal, onError: (error) => reportError('reload', error) }),
  )
  return {
    watched,
    /** To be called with the changes that this process has committed. */
    onNews,
    /** Resolves when nothing uses the database any more. */
    async close(): Promise<void> {
      stop.abort(new Error('the service stops'))
      steam.observe({ onRecord() {}, isWatched: watched.has })
      await Promise.all(running)
      await lookups.settled()
    },
  }
}

/** Reads the record of a lookup, in which 0 game bans can stand for a missing count. */
function toBanRecord({ VACBanned: _, NumberOfGameBans, ...bans }: Bans): BanRecord {
  return NumberOfGameBans > 0 ? { ...bans, NumberOfGameBans } : bans
}

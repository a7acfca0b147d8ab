import type { WatchDatabase } from './database/repositories.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { NewestRecord } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { NewestBans } from '../steam/newest-bans.ts'

/** Interval at which changes are read, so that every process learns of a changed record at most two seconds after its commit. */
const INTERVAL_MS = 1_000
const RECORDS_PER_READ = 500

interface Followed {
  database: Pick<WatchDatabase, 'read'>
  onNews: (news: readonly NewestRecord[]) => void
}

/**
 * Creates a step that reports the changed records of watched accounts that any process has committed since the last step. The first step
 * reports all stored changes, because they may be newer than the cache. Rejects with a DatabaseError.
 */
export function createChangeReader({ database, onNews }: Followed): () => Promise<void> {
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

/** Functions that are called when ban records have changed. The newest bans in memory are updated in any case. */
interface ChangeListener {
  /** Called with the watched accounts whose records have changed. */
  onAccounts: (steamIds: SteamId[]) => void
  /** Called when the database has answered. */
  onRead: () => void
}

export type FollowedChanges = Awaited<ReturnType<typeof followChanges>>

interface FollowOptions {
  steam: { newestBans: Pick<NewestBans, 'learn'> }
  database: Pick<WatchDatabase, 'read'>
  clock: Clock
  reportError: (task: string, error: unknown) => void
}

/**
 * Reads the changed ban records of watched accounts before the first request is served, and then every second, so that no answer shows an
 * older record than an alert. While the database is away, the process uses the records that it knows. Rejects with a DatabaseError.
 */
export async function followChanges({ steam, database, clock, reportError }: FollowOptions) {
  let listener: ChangeListener = { onAccounts: () => {}, onRead: () => {} }
  const onNews = (news: readonly NewestRecord[]) => {
    for (const { steamId, record, seenAt } of news) steam.newestBans.learn(steamId, { record, fetchedAt: seenAt })
    if (news.length > 0) listener.onAccounts(news.map(({ steamId }) => steamId))
  }
  const onError = (error: unknown) => reportError('newest bans', error)
  const read = createChangeReader({ database, onNews })
  await read()
  const stop = new AbortController()
  const step = async (): Promise<number> => {
    try {
      await read()
      listener.onRead()
    } catch (error) {
      if (!stop.signal.aborted) onError(error)
    }
    // The pause does not grow after failures, so that the end of an outage is noticed within two seconds.
    return INTERVAL_MS
  }
  const running = repeat(step, { clock, signal: stop.signal, onError })
  return {
    /** To be called with the changes that this process has committed. */
    onNews,
    /** Sets the only listener. */
    listen(to: ChangeListener): void {
      listener = to
    },
    /** Resolves when the database is no longer read. */
    async close(): Promise<void> {
      stop.abort(new Error('the service stops'))
      await running
    },
  }
}

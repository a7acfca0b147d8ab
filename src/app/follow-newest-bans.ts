import type { Database } from './database.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewestRecord } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'
import { createChangeFollower } from '../watch/follow-changes.ts'
import { repeat } from '../lib/repeat.ts'
import type { ReportError } from './error-log.ts'
import type { SteamPart } from './open-steam.ts'

/** Functions that are called when ban records have changed. The newest bans in memory are updated in any case. */
interface ChangeListener {
  /** Called with the watched accounts whose records have changed. */
  onAccounts: (steamIds: SteamId[]) => void
  /** Called when the database has answered. */
  onRead: () => void
}

export type NewestBansPart = Awaited<ReturnType<typeof followNewestBans>>

interface FollowOptions {
  steam: Pick<SteamPart, 'context' | 'forgetBans'>
  database: Database
  clock: Clock
  reportError: ReportError
}

/**
 * Reads the changed ban records of watched accounts before the first request is served, and then every second, so that no answer shows an
 * older record than an alert. While the database is away, the process uses the records that it knows. Rejects with a DatabaseError.
 */
export async function followNewestBans({ steam, database, clock, reportError }: FollowOptions) {
  let listener: ChangeListener = { onAccounts: () => {}, onRead: () => {} }
  const onNews = (news: readonly NewestRecord[]) => {
    for (const { steamId, record, seenAt } of news)
      steam.context.newestBans.learn(steamId, { record, fetchedAt: seenAt })
    if (news.length > 0) listener.onAccounts(news.map(({ steamId }) => steamId))
  }
  const follow = createChangeFollower({ database, clock, onNews, onGone: steam.forgetBans })
  const intervalMs = await follow()
  const stop = new AbortController()
  const step = async (): Promise<number> => {
    try {
      await follow()
      listener.onRead()
    } catch (error) {
      if (!stop.signal.aborted) reportError('newest bans', error)
    }
    // The pause does not grow after failures, so that the end of an outage is noticed within two seconds.
    return intervalMs
  }
  const running = repeat(step, { clock, signal: stop.signal, onError: (error) => reportError('newest bans', error) })
  return {
    /** The database whose changes are followed. */
    database,
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

import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import { createChangeFollower } from '../service/watch/follow-changes.ts'
import { repeat } from '../service/watch/repeat.ts'
import type { ReportFailure } from '../service/status/recent-failures.ts'
import { createErrorLog } from './error-log.ts'
import type { SteamPart } from './open-steam.ts'

interface FollowOptions {
  steam: Pick<SteamPart, 'context'>
  database: Database
  clock: Clock
  log: Logger
  onFailure: ReportFailure
}

/**
 * Learns the changed ban records of watched accounts, before the first request is served and then every second, so that no answer
 * shows an older record than an alert. While the database is away, the process goes on with what it knows. Rejects with a DatabaseError.
 */
export async function followNewestBans({ steam, database, clock, log, onFailure }: FollowOptions) {
  const { newestBans } = steam.context
  const follow = createChangeFollower({ database, newestBans })
  await follow()
  const reportError = createErrorLog(log, onFailure)
  const stop = new AbortController()
  const running = repeat(follow, { clock, signal: stop.signal, onError: (error) => reportError('newest bans', error) })
  return {
    /** Resolves when the database is no longer read. */
    async close(): Promise<void> {
      stop.abort(new Error('the service stops'))
      await running
    },
  }
}

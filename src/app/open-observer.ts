import { createReload, createWatchedIds } from '../watch/watched-ids.ts'
import { repeat } from '../lib/repeat.ts'
import { observeLookups } from '../watch/observe.ts'
import type { WatchPartOptions } from './open-watch.ts'

export type ObserverPart = Awaited<ReturnType<typeof openObserver>>

/**
 * Stores the changes of watched accounts that lookups find in a process without the bot, so that alerts do not wait for a sweep. It needs
 * no lease, because a change is compared with the stored state in a transaction, and an older record is ignored.
 */
export async function openObserver({
  settings,
  steam,
  newestBans,
  database,
  clock,
  metrics,
  reportError,
}: Omit<WatchPartOptions, 'policies'>) {
  const watched = createWatchedIds()
  await watched.load(database)
  const lookups = observeLookups({
    changes: newestBans,
    observe: steam.observe,
    database,
    watched,
    onChanges: metrics.onBanChanges,
    onError: (error) => reportError('lookup', error),
  })
  const stop = new AbortController()
  const { intervalSeconds } = settings.watch
  const running = repeat(createReload({ database, clock, watched, intervalSeconds }), {
    clock,
    signal: stop.signal,
    onError: (error) => reportError('reload', error),
  })
  return {
    /** Resolves when nothing uses the database any more. */
    async close(): Promise<void> {
      stop.abort(new Error('the service stops'))
      lookups.stop()
      await running
      await lookups.settled()
    },
  }
}

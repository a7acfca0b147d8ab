import type { Metrics } from './metrics.ts'
import { createObserver, type ObserverOptions } from '../watch/observe.ts'
import type { NewestBansPart } from './follow-newest-bans.ts'
import type { SteamPart } from './open-steam.ts'

interface LookupObserverOptions extends Omit<ObserverOptions, 'onChanges' | 'onNews'> {
  newestBans: Pick<NewestBansPart, 'onNews' | 'listen'>
  steam: Pick<SteamPart, 'observe'>
  metrics: Pick<Metrics, 'onBanChanges'>
}

/** Stores the ban changes of watched accounts that lookups find, until `stop` is called. */
export function observeLookups({ steam, newestBans, metrics, ...rest }: LookupObserverOptions) {
  const observer = createObserver({ ...rest, onNews: newestBans.onNews, onChanges: metrics.onBanChanges })
  // The accounts are added to `watched`, because another process may just have put them on a list.
  newestBans.listen({ onAccounts: rest.watched.add, onRead: observer.retry })
  steam.observe({ onRecord: observer.onRecord, isWatched: rest.watched.has })
  return {
    stop: () => steam.observe({ onRecord() {}, isWatched: rest.watched.has }),
    /** Resolves when no change is being stored. */
    settled: observer.settled,
  }
}

import type { Metrics } from '../metrics.ts'
import { createObserver, type ObserverOptions } from '../service/watch/observe.ts'
import type { SteamPart } from './open-steam.ts'

interface LookupObserverOptions extends Omit<ObserverOptions, 'onChanges'> {
  steam: Pick<SteamPart, 'listenToRecords'>
  metrics: Pick<Metrics, 'onBanChanges'>
}

/** Stores the changes of watched accounts that look-ups find, until it is stopped. */
export function observeLookups({ steam, metrics, ...rest }: LookupObserverOptions) {
  const observer = createObserver({ ...rest, onChanges: metrics.onBanChanges })
  steam.listenToRecords(observer.onRecord)
  return {
    stop: () => steam.listenToRecords(() => {}),
    /** Resolves when no change is being stored. */
    settled: observer.settled,
  }
}

import type { Lookups } from '../../packages/client/src/lookups.ts'
import type { PageState } from './page-state.ts'
import { addEvent, endScan, STARTED, type Scan } from './scan.ts'
import type { Store } from './store.ts'

interface LoaderOptions {
  store: Store<PageState>
  client: Pick<Lookups, 'scanFriends'>
  /** Unix milliseconds. */
  now: () => number
}

/** Creates a loader that scans the friends of the shown account, and stores the findings in the state. */
export function createFriendsLoader({ store, client, now }: LoaderOptions) {
  /** Aborts the newest scan. */
  let newest = new AbortController()

  const setFriends = (friends: Scan) => store.update({ parts: { ...store.get().parts, friends } })

  return {
    /** Scans, unless a scan exists. Rejects when `shown` aborts because another account is shown. */
    async scan(steamId: string, shown: AbortSignal): Promise<void> {
      if (store.get().parts.friends.state !== 'idle') return
      const own = new AbortController()
      newest = own
      const signal = AbortSignal.any([shown, own.signal])
      setFriends(STARTED)
      try {
        for await (const event of client.scanFriends(steamId, { found: true, signal })) {
          signal.throwIfAborted()
          const { friends } = store.get().parts
          if (friends.state === 'running') setFriends(addEvent(friends, event, now()))
        }
      } catch (error) {
        shown.throwIfAborted()
        // Another scan has replaced this one.
        if (newest !== own) return
        setFriends(endScan(store.get().parts.friends, now(), own.signal.aborted ? undefined : { error }))
      }
    },
    /** Ends the scan; its findings are kept. */
    cancel: () => newest.abort(),
  }
}

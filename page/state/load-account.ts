import type { Lookups } from '../../packages/client/src/lookups.ts'
import { createFriendsLoader } from './load-friends.ts'
import { IDLE, LOADING, settle } from './loadable.ts'
import type { AccountParts, PageState } from './page-state.ts'
import type { Store } from './store.ts'

export type AccountLoader = ReturnType<typeof createAccountLoader>

interface LoaderOptions {
  store: Store<PageState>
  client: Lookups
  /** Unix milliseconds. */
  now: () => number
}

type Value<Part extends keyof AccountParts> = Extract<AccountParts[Part], { state: 'ready' }>['value']

/** Creates a loader that requests the parts of the shown account, and stores the answers in the state. */
export function createAccountLoader({ store, client, now }: LoaderOptions) {
  /** Aborted when another account is shown. */
  let subject = new AbortController()
  let comparison = new AbortController()
  const friends = createFriendsLoader({ store, client, now })

  const setParts = (changes: Partial<AccountParts>) => store.update({ parts: { ...store.get().parts, ...changes } })

  const load = async <Part extends Exclude<keyof AccountParts, 'friends'>>(
    part: Part,
    ask: (signal: AbortSignal) => Promise<Value<Part>>,
    signal = subject.signal,
  ): Promise<void> => {
    if (store.get().parts[part].state !== 'idle') return
    setParts({ [part]: LOADING })
    setParts({ [part]: await settle(ask(signal), signal, now) })
  }

  const compare = (steamId: string, other: string): Promise<void> => {
    // The controller of a running comparison is kept, so that it can be aborted.
    if (store.get().parts.comparison.state === 'idle') comparison = new AbortController()
    const signal = AbortSignal.any([subject.signal, comparison.signal])
    return load('comparison', () => client.compare(steamId, other, { signal }), signal)
  }

  return {
    /** Loads an account, and then the part that its tab shows. Rejects when another account is shown meanwhile. */
    async show(account: string): Promise<void> {
      await load('account', (signal) => client.lookUp(account, { signal }))
      const { parts, address } = store.get()
      if (parts.account.state !== 'ready') return
      const { steamId } = parts.account.value
      // Uses the current tab, because the user may have changed it while the account was loaded.
      switch (address.tab) {
        case 'account':
          return
        case 'friends':
          return friends.scan(steamId, subject.signal)
        case 'stats':
          return load('stats', (signal) => client.getStats(steamId, { signal }))
        case 'inventory':
          return load('inventory', (signal) => client.getInventory(steamId, { signal }))
        case 'compare':
          if (address.other !== null) return compare(steamId, address.other)
      }
    },
    /** Aborts all requests. */
    abort(): void {
      subject.abort()
      subject = new AbortController()
    },
    cancelScan: friends.cancel,
    /** Drops the answer of a part, so that it is requested again. */
    reset(part: keyof AccountParts): void {
      if (part === 'friends') friends.cancel()
      if (part === 'comparison') comparison.abort()
      setParts({ [part]: IDLE })
    },
  }
}

import type { Lookups } from '../../packages/client/src/lookups.ts'
import { areSame } from '../address.ts'
import { isChecked, startList } from './account-list.ts'
import { checkList } from './check-list.ts'
import type { PageState } from './page-state.ts'
import type { Store } from './store.ts'

export type ListLoader = ReturnType<typeof createListLoader>

interface LoaderOptions {
  store: Store<PageState>
  client: Pick<Lookups, 'lookUpBatch'>
  /** Unix milliseconds. */
  now: () => number
}

/** Creates a loader that looks up the accounts of the shown list, and stores the answers in the state. */
export function createListLoader({ store, client, now }: LoaderOptions) {
  /** Aborted when another view is shown. */
  let shown = new AbortController()
  let running: AbortSignal | null = null
  return {
    /** Checks the unchecked accounts. Rejects when another view is shown meanwhile. */
    async show(accounts: readonly string[]): Promise<void> {
      const { signal } = shown
      if (running === signal) return
      const { list: known } = store.get()
      const list = known && areSame(known.accounts, accounts) ? known : startList(accounts)
      // After a failure, the user decides whether to retry.
      if (list.error) return
      // Computed again, because `isChecking` of a known list may be from a check that was aborted.
      store.update({ list: { ...list, isChecking: !list.entries.every(isChecked) } })
      running = signal
      try {
        for await (const checked of checkList(list, client, signal, now)) {
          signal.throwIfAborted()
          store.update({ list: checked })
        }
      } finally {
        if (running === signal) running = null
      }
    },
    /** Aborts the running request. */
    abort(): void {
      shown.abort()
      shown = new AbortController()
    },
  }
}

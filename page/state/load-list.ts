import type { Lookups } from '../../client/src/lookups.ts'
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

/** Looks up the accounts of the list that is shown, and puts the answers into the state. */
export function createListLoader({ store, client, now }: LoaderOptions) {
  /** Aborted when something else is shown. */
  let shown = new AbortController()
  let running: AbortSignal | null = null
  return {
    /** Checks the accounts that are not checked yet. Rejects when something else is shown in the meantime. */
    async show(accounts: readonly string[]): Promise<void> {
      const { signal } = shown
      if (running === signal) return
      const { list: known } = store.get()
      const list = known && areSame(known.accounts, accounts) ? known : startList(accounts)
      // What failed is asked again only when the user wants it.
      if (list.error) return
      // The check of a list that was shown before may have been aborted.
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
    /** Aborts the request that runs. */
    abort(): void {
      shown.abort()
      shown = new AbortController()
    },
  }
}

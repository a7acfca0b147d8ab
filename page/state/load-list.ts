import type { Client } from '../api/client.ts'
import { checkList, startList } from './account-list.ts'
import type { PageState } from './page-state.ts'
import type { Store } from './store.ts'

interface LoaderOptions {
  store: Store<PageState>
  client: Pick<Client, 'lookUpBatch'>
  /** Unix milliseconds. */
  now: () => number
}

/** Looks up the accounts of the list that is shown, and puts the answers into the state. */
export function createListLoader({ store, client, now }: LoaderOptions) {
  /** Aborted when something else is shown. */
  let shown = new AbortController()
  return {
    /** Checks the accounts that are not checked yet. Rejects when something else is shown in the meantime. */
    async show(accounts: readonly string[]): Promise<void> {
      const { signal } = shown
      const known = store.get().list
      const isKnown = known?.entries.map(({ input }) => input).join() === accounts.join()
      const list = isKnown ? known : startList(accounts)
      store.update({ list: { ...list, isChecking: list.error === null } })
      // What failed is asked again only when the user wants it.
      if (list.error) return
      for await (const checked of checkList(list, client, signal, now)) {
        signal.throwIfAborted()
        store.update({ list: checked })
      }
      const { list: checked } = store.get()
      if (checked?.isChecking) store.update({ list: { ...checked, isChecking: false } })
    },
    /** Aborts the request that runs. */
    abort(): void {
      shown.abort()
      shown = new AbortController()
    },
  }
}

import { START, type Listing } from '../address.ts'
import type { Lookups } from '../../packages/client/src/lookups.ts'
import { restartList, type PastedAccounts } from './account-list.ts'
import { createAccountLoader } from './load-account.ts'
import { createListLoader } from './load-list.ts'
import { createNavigation, type PageHistory } from './navigation.ts'
import { START_STATE, type AccountParts } from './page-state.ts'
import { withoutUnanswered } from './parts-cache.ts'
import { createStore } from './store.ts'

/** Keeps the token of the service until the browser tab is closed. */
export interface TokenKeeper {
  get: () => string | null
  set: (token: string) => void
}

interface ControllerOptions {
  client: Lookups
  history: PageHistory
  token: TokenKeeper
  /** Unix milliseconds. */
  now: () => number
}

export type Controller = ReturnType<typeof createController>

/** Creates the state of the page, and the actions of its users. */
export function createController({ client, history, token, now }: ControllerOptions) {
  const store = createStore(START_STATE)
  const accounts = createAccountLoader({ store, client, now })
  const lists = createListLoader({ store, client, now })
  const { load, abort, show, showAnew, open } = createNavigation({ store, history, accounts, lists })

  return {
    store,
    open,
    /** Shows the current address of the browser, for example after *back*. */
    showCurrent: () => show(history.read()),
    /** Looks up the accounts of an entered, pasted or dropped text; a text without an account ends what is shown, so that no old result looks like its answer. */
    lookUp(pasted: PastedAccounts): void {
      const { accounts: found, beyond, repeated, notRecognized, spelling } = pasted
      const [account] = found
      if (account === undefined) return open(START)
      const isMoreThanAccounts = repeated.length > 0 || notRecognized.length > 0 || Boolean(spelling)
      const subject = found.length === 1 ? { account } : { accounts: found, beyond }
      const address = { ...START, ...subject }
      showAnew(address, isMoreThanAccounts ? pasted : null)
    },
    /** Compares with another account; requests the comparison again if it is already shown. */
    compareWith(other: string): void {
      accounts.reset('comparison')
      open({ ...store.get().address, tab: 'compare', other: other.trim() || null })
    },
    /** Changes how the view lists its entries; an empty value stands for the default. Replaces the history entry. */
    setListing(changes: Listing): void {
      const { address } = store.get()
      const listing = Object.fromEntries(
        Object.entries({ ...address.listing, ...changes }).filter(([, value]) => value),
      )
      // The state is updated first, because browsers throw when the history changes too often, for example while the user types.
      store.update({ address: { ...address, listing } })
      history.replace({ ...address, listing })
    },
    cancelScan: accounts.cancelScan,
    /** Requests the account, or a part of it, again. */
    retry(part: keyof AccountParts): void {
      accounts.reset(part)
      load(store.get().address)
    },
    /** Repeats the failed checks of the list. */
    retryList(): void {
      const { list, address } = store.get()
      lists.abort()
      if (list) store.update({ list: restartList(list) })
      load(address)
    },
    /** Uses a token for all further requests, and repeats the unanswered requests. */
    giveToken(given: string): void {
      token.set(given.trim())
      abort()
      const { parts, list, address } = store.get()
      store.update({ parts: withoutUnanswered(parts), list: list && restartList(list) })
      load(address)
    },
  }
}

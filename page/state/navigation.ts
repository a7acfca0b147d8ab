import { areSame, hasSameSubject, isSameAddress, START, type Address } from '../address.ts'
import type { PastedRest } from './account-list.ts'
import type { AccountLoader } from './load-account.ts'
import type { ListLoader } from './load-list.ts'
import { NO_PARTS, type PageState } from './page-state.ts'
import { createPartsCache } from './parts-cache.ts'
import type { Store } from './store.ts'

/** The history of the browser tab. */
export interface PageHistory {
  read: () => Address
  push: (address: Address) => void
  replace: (address: Address) => void
}

interface NavigationOptions {
  store: Store<PageState>
  history: PageHistory
  accounts: AccountLoader
  lists: ListLoader
}

/** Moves from one address to another: aborts running requests, keeps answered parts, and requests missing parts. */
export function createNavigation({ store, history, accounts, lists }: NavigationOptions) {
  const partsCache = createPartsCache()
  /** The rest of the pasted text that belongs to the list in the state; kept while another view is shown. */
  let pastedWithList: PastedRest | null = null

  const load = (address: Address): void => {
    if (hasSameSubject(address, START)) return
    const loading = address.account === null ? lists.show(address.accounts) : accounts.show(address.account)
    // Requests are aborted when another view is shown; every other failure is stored in the state.
    loading.catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }

  const abort = (): void => {
    accounts.abort()
    lists.abort()
  }

  const leave = (): void => {
    const { address, parts, pasted } = store.get()
    abort()
    partsCache.keep(address, parts)
    if (address.accounts.length > 0) pastedWithList = pasted
  }

  const show = (address: Address): void => {
    const { address: previous, list } = store.get()
    if (hasSameSubject(previous, address)) {
      if (previous.other !== address.other) accounts.reset('comparison')
      store.update({ address })
    } else {
      leave()
      const isKnownList = list !== null && areSame(list.accounts, address.accounts)
      store.update({ address, parts: partsCache.find(address), pasted: isKnownList ? pastedWithList : null })
    }
    load(address)
  }

  /** Adds a history entry. If the address is already shown, replaces its entry instead, as browsers do for links. */
  const visit = (address: Address): void =>
    isSameAddress(store.get().address, address) ? history.replace(address) : history.push(address)

  const showAnew = (address: Address, pasted: PastedRest | null): void => {
    visit(address)
    leave()
    // The list is kept while a card is shown.
    const list = address.account === null ? null : store.get().list
    store.update({ address, parts: NO_PARTS, list, pasted })
    load(address)
  }

  const open = (address: Address): void => {
    visit(address)
    show(address)
  }

  return {
    /** Requests the missing parts of an address. */
    load,
    /** Aborts all requests. */
    abort,
    /** Shows an address of the history. */
    show,
    /** Shows an account or a list that the user has entered, and requests it even if the answer is known. */
    showAnew,
    /** Follows a link inside the page. */
    open,
  }
}

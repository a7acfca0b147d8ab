import { areSame, hasSameSubject, isSameAddress, START, type Address, type Listing, type Tab } from '../address.ts'
import type { Client } from '../api/client.ts'
import { readPasted, restartList, type PastedAccounts } from './account-list.ts'
import { createAccountLoader } from './load-account.ts'
import { createListLoader } from './load-list.ts'
import { NO_PARTS, START_STATE, type AccountParts } from './page-state.ts'
import { createPartsCache, withoutUnanswered } from './parts-cache.ts'
import { createStore } from './store.ts'

/** The history of the browser tab. */
export interface PageHistory {
  read: () => Address
  push: (address: Address) => void
  replace: (address: Address) => void
}

/** Keeps the token of the service until the browser tab is closed. */
export interface TokenKeeper {
  get: () => string | null
  set: (token: string) => void
}

interface ControllerOptions {
  client: Client
  history: PageHistory
  token: TokenKeeper
  /** Unix milliseconds. */
  now: () => number
}

export type Controller = ReturnType<typeof createController>

/** What the page shows, and everything that users can do on it. */
export function createController({ client, history, token, now }: ControllerOptions) {
  const store = createStore(START_STATE)
  const accounts = createAccountLoader({ store, client, now })
  const lists = createListLoader({ store, client, now })
  const partsCache = createPartsCache()

  /** What was pasted with the list that the state has, while something else is shown. */
  let pastedWithList: PastedAccounts | null = null

  const load = (address: Address): void => {
    if (hasSameSubject(address, START)) return
    const loading = address.account === null ? lists.show(address.accounts) : accounts.show(address.account)
    // Requests are aborted when something else is shown; every other failure is part of the state.
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

  /** Shows an account or a list that the user has entered, and asks for it even if the answer is known. */
  const showAnew = (address: Address, pasted: PastedAccounts | null): void => {
    leave()
    // A list stays while a card is shown.
    const list = address.account === null ? null : store.get().list
    store.update({ address, parts: NO_PARTS, list, pasted })
    load(address)
  }

  /** Adds a history entry, unless the address is the current one: as browsers do for links. */
  const visit = (address: Address): void =>
    isSameAddress(store.get().address, address) ? history.replace(address) : history.push(address)

  const open = (address: Address): void => {
    visit(address)
    show(address)
  }

  return {
    store,
    open,
    /** Shows what the browser's address says, as after *back*. */
    showCurrent: () => show(history.read()),
    /** Looks up what was typed, pasted or dropped. Returns what the text contains; nothing changes if it is no account. */
    lookUp(text: string): PastedAccounts {
      const pasted = readPasted(text)
      const [account] = pasted.accounts
      if (account === undefined) return pasted
      const isMoreThanAccounts = pasted.beyond > 0 || pasted.repeated.length > 0 || pasted.notRecognized.length > 0
      const subject = pasted.accounts.length === 1 ? { account } : { accounts: pasted.accounts }
      const address = { ...START, ...subject }
      visit(address)
      showAnew(address, isMoreThanAccounts ? pasted : null)
      return pasted
    },
    openTab: (tab: Tab) => open({ ...store.get().address, tab, listing: {} }),
    /** Compares with another account, also when it was compared before. */
    compareWith(other: string): void {
      accounts.reset('comparison')
      open({ ...store.get().address, tab: 'compare', other: other.trim() || null })
    },
    /** Changes how the view lists its entries; an empty value is the default. Replaces the history entry. */
    setListing(changes: Listing): void {
      const { address } = store.get()
      const listing = Object.fromEntries(
        Object.entries({ ...address.listing, ...changes }).filter(([, value]) => value),
      )
      history.replace({ ...address, listing })
      store.update({ address: { ...address, listing } })
    },
    cancelScan: accounts.cancelScan,
    /** Asks for the account, or for a part of it, once more. */
    retry(part: keyof AccountParts): void {
      accounts.reset(part)
      load(store.get().address)
    },
    /** Checks the accounts of the list again that could not be checked. */
    retryList(): void {
      const { list, address } = store.get()
      lists.abort()
      if (list) store.update({ list: restartList(list) })
      load(address)
    },
    /** Uses a token for all further requests, and asks again for what was not answered. */
    giveToken(given: string): void {
      token.set(given.trim())
      abort()
      const { parts, list, address } = store.get()
      store.update({ parts: withoutUnanswered(parts), list: list && restartList(list) })
      load(address)
    },
  }
}

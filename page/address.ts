export const TABS = ['account', 'friends', 'stats', 'inventory', 'compare'] as const
export type Tab = (typeof TABS)[number]

/**
 * Maximum number of accounts in the fragment of the URL. For a longer list, the state of the browser's history entry contains all accounts.
 */
export const MAX_ACCOUNTS_IN_URL = 50

/** Query parameter: how many accounts of the list are not in the fragment, so that the page can tell the recipient of a link. */
const BEYOND_KEY = 'more'

/** Query parameters that filter and sort the entries of a view; each view ignores values that it does not know. */
const LISTING_KEYS = ['show', 'sort', 'within', 'find'] as const
export type Listing = Partial<Record<(typeof LISTING_KEYS)[number], string>>

/** The part of the page's state that a link can contain. */
export interface Address {
  /** The account of the shown card, in the form in which it was given; null for the start page or a list. */
  account: string | null
  tab: Tab
  /** The account that `account` is compared with. */
  other: string | null
  /** The accounts of a list; empty for a card. */
  accounts: readonly string[]
  /** Number of further accounts of the list that are not in `accounts`. */
  beyond: number
  listing: Listing
}

/** The page without an account. */
export const START: Address = { account: null, tab: 'account', other: null, accounts: [], beyond: 0, listing: {} }

/** Reads the address of a page. `kept` is the state of the history entry: all accounts of the list. */
export function readAddress({ search, hash }: Pick<URL, 'search' | 'hash'>, kept: unknown = null): Address {
  const query = new URLSearchParams(search)
  const account = query.get('account')?.trim() || null
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'account'
  const parts = hash.slice(1).split(',').map(decode)
  const linked = [...new Set(parts)].filter((each) => each !== '')
  const listing = Object.fromEntries(
    LISTING_KEYS.flatMap((key) => {
      const value = query.get(key)
      return value === null ? [] : [[key, value]]
    }),
  )
  if (account === null) {
    const accounts = keptAccounts(kept, linked)
    const total = linked.length === 0 ? 0 : linked.length + readCount(query.get(BEYOND_KEY))
    return { ...START, accounts, beyond: Math.max(0, total - accounts.length), listing }
  }
  return { ...START, account, tab, other: query.get('other')?.trim() || null, listing }
}

/** The URL of an address, relative to the page. */
export function toUrl({ account, tab, other, accounts, beyond, listing }: Address): string {
  const beyondUrl = Math.max(0, accounts.length - MAX_ACCOUNTS_IN_URL) + beyond
  const query = new URLSearchParams({
    ...(account === null ? {} : { account }),
    ...(account === null || tab === 'account' ? {} : { tab }),
    ...(other === null ? {} : { other }),
    ...(beyondUrl === 0 ? {} : { [BEYOND_KEY]: String(beyondUrl) }),
    ...listing,
  }).toString()
  const fragment = accounts.slice(0, MAX_ACCOUNTS_IN_URL).map(encodeURIComponent).join(',')
  return `/${query && `?${query}`}${fragment && `#${fragment}`}`
}

/** Whether an address names no account. */
export const isStart = ({ account, accounts }: Address) => account === null && accounts.length === 0

/** Whether two addresses show the same account, or the same list. */
export const hasSameSubject = (a: Address, b: Address) => a.account === b.account && areSame(a.accounts, b.accounts)

/** Whether two addresses are the same, so that they need only one history entry. */
export const isSameAddress = (a: Address, b: Address) => hasSameSubject(a, b) && toUrl(a) === toUrl(b)

/** Whether two lists have the same accounts in the same order. */
export const areSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((account, index) => account === b[index])

/**
 * The accounts in `kept` if the first of them are exactly the `linked` accounts, which the URL contains. Otherwise the user has edited the
 * URL, and the `linked` accounts are used.
 */
function keptAccounts(kept: unknown, linked: string[]): string[] {
  if (!Array.isArray(kept)) return linked.slice(0, MAX_ACCOUNTS_IN_URL)
  const accounts = kept.filter((each) => typeof each === 'string')
  return areSame(accounts.slice(0, MAX_ACCOUNTS_IN_URL), linked) ? accounts : linked.slice(0, MAX_ACCOUNTS_IN_URL)
}

/** Reads a count from a query parameter; 0 if it is missing or not a count. */
const readCount = (text: string | null) => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0)

/** Decodes a part of the fragment; a part with a malformed escape is returned unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text
  }
}

import { createPlurals } from '../../src/lib/plural.ts'

const { number, counted, noun } = createPlurals('en')
const bannedAccounts = noun({ one: 'banned account', other: 'banned accounts' })

/** The tabs of an account. */
export const tabs = {
  label: 'Parts of the account',
  account: 'Account',
  friends: 'Friends',
  stats: 'Statistics',
  inventory: 'Inventory',
  compare: 'Compare',
}

/** Buttons. */
export const actions = {
  copyLink: 'Copy link',
  copyText: 'Copy as text',
  copied: 'Copied',
  copyFailed: 'Your browser did not allow copying. Select and copy it yourself:',
  downloadCsv: 'Download CSV',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  checkAgain: 'Check the rest again',
  close: 'Close',
  /** Opens the card of an account from a list. */
  open: (name: string) => `Open ${name}`,
}

/** Column titles, and what sorts by them. */
export const columns = {
  account: 'Account',
  steamId: 'SteamID64',
  entry: 'Entry',
  status: 'Status',
  bans: 'Bans',
  lastBan: 'Last ban',
  hours: 'Rust hours',
  friendsSince: 'Friends since',
  friendsSinceOf: (name: string) => `Friend of ${name} since`,
  sortBy: 'Sort by',
  mostSevere: 'most severe first',
  asEntered: 'order of entry',
  sortedUp: 'sorted ascending',
  sortedDown: 'sorted descending',
}

/** Which rows of a list are shown. */
export const filters = {
  label: 'Show',
  all: 'all',
  banned: 'banned',
  recent: 'recent bans',
  private: 'private',
  unknown: 'unknown',
  /** The name of a filter with its number of rows. */
  withCount: (name: string, count: number) => `${name} (${number(count)})`,
  shown: (count: number, total: number) => `${number(count)} of ${counted(total, { one: 'row', other: 'rows' })} shown`,
  none: 'No row matches this filter.',
  /** A warning above a list whose banned rows are outside of what is visible. */
  bannedBelow: (count: number) => `${bannedAccounts(count)} further down`,
  bannedHidden: (count: number) => `${bannedAccounts(count)} hidden by the filter`,
}

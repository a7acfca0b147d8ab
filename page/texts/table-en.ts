import { createPlurals } from '../../src/lib/plural.ts'

const { number, noun } = createPlurals('en')
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
  tryAgain: 'Try again',
  reload: 'Reload the page',
  checkAgain: 'Check the rest again',
}

/** Column titles, and the texts of the choice of a sort order. */
export const columns = {
  account: 'Account',
  status: 'Status',
  bans: 'Bans',
  hours: 'Rust hours',
  friendsSince: 'Friends since',
  sortBy: 'Sort by',
  mostSevere: 'most severe first',
  asEntered: 'order of entry',
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
  none: 'No row matches this filter.',
  bannedHidden: (count: number) => `${bannedAccounts(count)} hidden by the filter`,
}

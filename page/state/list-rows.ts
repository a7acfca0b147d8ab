import { RECENT_BAN_DAYS } from '../../src/model/worth-knowing.ts'
import { hasBanDate } from '../../src/accounts/presentation/ban-status.ts'
import { isBannedEntry, sortEntries, toneOfEntry } from '../../src/accounts/presentation/batch-entries.ts'
import { factsOf, isChecked, isFound, isUnchecked, type CheckedEntry, type ListEntry } from './account-list.ts'

export const ROW_FILTERS = ['all', 'banned', 'recent', 'private', 'unknown'] as const
export type RowFilter = (typeof ROW_FILTERS)[number]

export const ROW_ORDERS = ['severity', 'entry', 'name'] as const
export type RowOrder = (typeof ROW_ORDERS)[number]

/** Whether an entry is banned; an unchecked entry counts as not banned, and is listed as unknown. */
export const isBannedRow = (entry: ListEntry) => isChecked(entry) && isBannedEntry(factsOf(entry))

/**
 * The entries that each filter shows. `private`: accounts without bans whose profile is private. `unknown`: accounts whose bans are not
 * certain, because they are unchecked, not found, or without a profile.
 */
const MATCHES: Record<RowFilter, (entry: ListEntry) => boolean> = {
  all: () => true,
  banned: isBannedRow,
  recent: (entry) => isBannedRow(entry) && isRecent(entry),
  private: (entry) => isChecked(entry) && toneOfEntry(factsOf(entry)) === 'private',
  unknown: (entry) => isUnchecked(entry) || (isChecked(entry) && toneOfEntry(factsOf(entry)) === 'incomplete'),
}

function isRecent(entry: ListEntry): boolean {
  const bans = isChecked(entry) ? factsOf(entry).bans : null
  return bans !== null && hasBanDate(bans) && bans.DaysSinceLastBan <= RECENT_BAN_DAYS
}

/** The entries that a filter shows. */
export const filterRows = (entries: readonly ListEntry[], filter: RowFilter) => entries.filter(MATCHES[filter])

/** How many entries each filter shows. */
export const countRows = (entries: readonly ListEntry[]) =>
  // The type of `fromEntries` loses the keys, which are exactly the filters.
  Object.fromEntries(ROW_FILTERS.map((filter) => [filter, filterRows(entries, filter).length])) as Record<
    RowFilter,
    number
  >

/** Sorts entries by severity, by input order, or by display name. */
export function sortRows(entries: readonly ListEntry[], order: RowOrder, language: string): ListEntry[] {
  switch (order) {
    case 'entry':
      return [...entries]
    case 'name':
      return entries.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), language))
    case 'severity':
      return [...sortBySeverity(entries.filter(isChecked)), ...entries.filter((entry) => !isChecked(entry))]
  }
}

function sortBySeverity(entries: CheckedEntry[]): CheckedEntry[] {
  return sortEntries(entries.map((entry) => ({ ...factsOf(entry), entry }))).map(({ entry }) => entry)
}

const nameOf = (entry: ListEntry) => (isFound(entry) ? entry.account.profile.personaname : entry.input)

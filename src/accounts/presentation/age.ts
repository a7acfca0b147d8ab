import type { Account } from '../../model/account.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/**
 * The age of the account when its profile was fetched, and its creation date; null when they are private. `formatDate` takes
 * Unix seconds.
 */
export function formatKnownAge(
  { profile: { timecreated }, partsFetchedAt }: Account,
  { lookup }: AccountTexts,
  formatDate: (seconds: number) => string,
): string | null {
  if (timecreated === null) return null
  const { unit, count } = ageBetween(timecreated, partsFetchedAt.profile)
  return `${lookup.age[unit](count)} · ${lookup.created(formatDate(timecreated))}`
}

/** The time between two moments in Unix seconds, in full days, months or years. */
export function ageBetween(from: number, to: number): { unit: 'days' | 'months' | 'years'; count: number } {
  const [start, end] = [new Date(from * 1_000), new Date(to * 1_000)]
  const isMonthIncomplete = end.getUTCDate() < start.getUTCDate()
  const calendarMonths = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const months = calendarMonths - (isMonthIncomplete ? 1 : 0)
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) }
  if (months >= 2) return { unit: 'months', count: months }
  return { unit: 'days', count: Math.max(0, Math.floor((to - from) / 86_400)) }
}

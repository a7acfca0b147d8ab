import { readAccountInput } from '../../text/account-input.ts'
import type { Account } from '../../model/account.ts'
import type { FoundBy, SteamId } from '../../model/steam-id.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** The Unicode flag letter A. */
const REGIONAL_INDICATOR_A = 0x1_f1_e6

/** The flag of a country; a code that is not two letters is shown unchanged, but escaped. */
export function flagOf(code: string, escape: (word: string) => string): string {
  if (!isCountryCode(code)) return escape(code)
  return code.replaceAll(/./g, (letter) => String.fromCodePoint(REGIONAL_INDICATOR_A + letter.charCodeAt(0) - 65))
}

/** Formats the flag and name of a country; a code that is not two letters is shown unchanged, but escaped. */
export const formatCountry = (code: string, { country }: AccountTexts, escape: (word: string) => string): string =>
  isCountryCode(code) ? `${flagOf(code, escape)} ${country(code) ?? code}` : escape(code)

const isCountryCode = (code: string) => /^[A-Z]{2}$/.test(code)

/**
 * The address of BattleMetrics' search for server admins. The public search of BattleMetrics finds players by name only, so it could show
 * another player.
 */
export const toBattleMetricsUrl = (steamId: SteamId) =>
  `https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=${steamId}`

/**
 * Tells how the account was found by `typed`; null when `typed` is an id.
 * @example
 *   howFound('steamcommunity.com/id/gaben', { resolvedFrom: 'gaben' }) // { customUrl: 'gaben' }
 *   howFound('22202', { resolvedFrom: null }) // { friendCode: '22202' }
 */
export function howFound(typed: string, { resolvedFrom }: { resolvedFrom: string | null }): FoundBy | null {
  if (resolvedFrom !== null) return { customUrl: resolvedFrom }
  const account = readAccountInput(typed)
  // A bare number that is not a custom URL was resolved as a friend code.
  return account?.kind === 'vanity' ? { friendCode: account.name } : null
}

/** Formats how the account was found, in one sentence. `format` emphasizes the custom URL or friend code. */
export const formatFoundBy = (foundBy: FoundBy, { common }: AccountTexts, format: (name: string) => string) =>
  'customUrl' in foundBy
    ? common.foundByCustomUrl({ name: format(foundBy.customUrl) })
    : common.foundByFriendCode({ code: format(foundBy.friendCode) })

/** Formats the age of the account when its profile was fetched; null when it is private. */
export function formatShortAge({ profile: { timecreated }, partsFetchedAt }: Account, { lookup }: AccountTexts) {
  if (timecreated === null) return null
  const { unit, count } = ageBetween(timecreated, partsFetchedAt.profile)
  return lookup.age[unit]({ count })
}

/**
 * Formats the age of the account when its profile was fetched, and its creation date; null when they are private. `formatDate` takes Unix
 * seconds.
 */
export function formatKnownAge(
  account: Account,
  texts: AccountTexts,
  formatDate: (seconds: number) => string,
): string | null {
  const { timecreated } = account.profile
  if (timecreated === null) return null
  return `${formatShortAge(account, texts)} · ${texts.lookup.created({ date: formatDate(timecreated) })}`
}

/**
 * The time between two moments in Unix seconds, in full days, months or years.
 * @example
 *   ageBetween(1_600_000_000, 1_777_903_320) // { unit: 'years', count: 5 }
 */
export function ageBetween(from: number, to: number): { unit: 'days' | 'months' | 'years'; count: number } {
  const [start, end] = [new Date(from * 1_000), new Date(to * 1_000)]
  const isMonthIncomplete = end.getUTCDate() < start.getUTCDate()
  const calendarMonths = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const months = calendarMonths - (isMonthIncomplete ? 1 : 0)
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) }
  if (months >= 2) return { unit: 'months', count: months }
  return { unit: 'days', count: Math.max(0, Math.floor((to - from) / 86_400)) }
}

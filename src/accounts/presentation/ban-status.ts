import type { Bans } from '../../model/account.ts'
import { isBanned } from '../../model/is-banned.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** The statuses in the order in which lists show them. A trade restriction is neither a ban nor clean. */
const STATUSES = ['banned', 'restricted', 'clean'] as const
type BanStatus = (typeof STATUSES)[number]

export function banStatusOf(bans: Bans): BanStatus {
  if (isBanned(bans)) return 'banned'
  return bans.EconomyBan === 'none' ? 'clean' : 'restricted'
}

/** The tone of an account whose ban record is known; a private profile is never shown as clean. */
export function toneOfRecord(bans: Bans, profile: { timecreated: number | null }): BanStatus | 'private' {
  const status = banStatusOf(bans)
  // Steam omits the creation time of private profiles only.
  return status === 'clean' && profile.timecreated === null ? 'private' : status
}

/** The tone of an account without a profile; never clean, because a ban record alone does not prove that an account is clean. */
export function toneWithoutProfile(bans: Bans): Exclude<BanStatus, 'clean'> | 'incomplete' {
  const status = banStatusOf(bans)
  return status === 'clean' ? 'incomplete' : status
}

/** Whether DaysSinceLastBan has a meaning: Steam sends 0 both for "never" and for "today". */
export function hasBanDate(bans: Bans): boolean {
  return bans.VACBanned || bans.NumberOfGameBans > 0
}

/** Compares ban records for sorting: banned, restricted, clean, and within each status the newest ban first. */
export function byBanStatus(a: Bans, b: Bans): number {
  return rankOf(a) - rankOf(b) || daysOf(a) - daysOf(b)
}

const rankOf = (bans: Bans) => STATUSES.indexOf(banStatusOf(bans))
/** Days since the last ban, for sorting. Community bans have no date, so they come last. */
const daysOf = (bans: Bans) => (hasBanDate(bans) ? bans.DaysSinceLastBan : Number.MAX_SAFE_INTEGER)

/**
 * Formats the bans of a record in one line: `1 VAC ban, 2 game bans, newest 3 days ago`. `escape` makes text from Steam safe for the
 * place where the result is shown, such as Markdown of Discord.
 */
export function formatBans(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string {
  const parts = [...datedOf(bans, texts), ...lastBanOf(bans, texts), ...undatedOf(bans, texts, escape)]
  return parts.length > 0 ? texts.commas(parts) : texts.results.clean
}

/** Formats the bans of an account whose profile is missing, as in `1 VAC ban; profile not returned`; never clean. */
export function formatBansOnRecord(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string {
  const kinds = [...datedOf(bans, texts), ...undatedOf(bans, texts, escape)]
  const { notReturned, noneNotReturned } = texts.noProfile
  return kinds.length === 0
    ? noneNotReturned
    : notReturned({ bans: texts.commas([...kinds, ...lastBanOf(bans, texts)]) })
}

/** The kinds of bans whose newest has a date. */
const datedOf = (bans: Bans, texts: AccountTexts): string[] => [
  ...(bans.VACBanned ? [texts.bans.vac({ count: bans.NumberOfVACBans })] : []),
  ...(bans.NumberOfGameBans > 0 ? [texts.bans.game({ count: bans.NumberOfGameBans })] : []),
]

function undatedOf(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string[] {
  return [
    ...(bans.CommunityBanned ? [texts.bans.community] : []),
    ...(bans.EconomyBan === 'none' ? [] : [texts.bans.trade({ status: escape(bans.EconomyBan) })]),
  ]
}

/** Formats when the newest VAC or game ban was; empty without such a ban. */
function lastBanOf(bans: Bans, texts: AccountTexts): string[] {
  if (!hasBanDate(bans)) return []
  return [formatNewest(bans.NumberOfVACBans + bans.NumberOfGameBans, bans.DaysSinceLastBan, texts)]
}

/** Formats when the newest of `count` bans was, in days before now: "3 days ago" for one ban, "newest 3 days ago" for several. */
export function formatNewest(count: number, days: number, { bans, daysAgo }: AccountTexts): string {
  const when = daysAgo({ count: days })
  return count === 1 ? when : bans.last({ when })
}

/** Why an account with a ban record has no profile: there is none, or this answer lacks it. */
export type WithoutProfile = 'noProfile' | 'profileNotReturned'

/** Formats the status of an account without a profile. A record without bans does not make such an account clean. */
export const formatWithoutProfile = (bans: Bans, why: WithoutProfile, { results }: AccountTexts): string =>
  results[why]({ status: banStatusOf(bans) })

/**
 * Formats the bans of an account without a profile, and says why the profile is missing. `escape` makes text from Steam safe for the
 * target.
 */
export const formatBansWithoutProfile = (
  bans: Bans,
  why: WithoutProfile,
  texts: AccountTexts,
  escape: (word: string) => string,
): string =>
  why === 'noProfile'
    ? texts.batch.noProfile({ bans: formatBans(bans, texts, escape) })
    : formatBansOnRecord(bans, texts, escape)

import { isBanned, type Bans } from '../../model/account.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'

/** In the order in which lists show them. A trade restriction is neither a ban nor clean. */
const STATUSES = ['banned', 'restricted', 'clean'] as const
type BanStatus = (typeof STATUSES)[number]

export function banStatusOf(bans: Bans): BanStatus {
  if (isBanned(bans)) return 'banned'
  return bans.EconomyBan === 'none' ? 'clean' : 'restricted'
}

/** The tone of an account whose ban record is known; a private profile is never shown as clean. */
export function toneOfRecord(bans: Bans, profile: { timecreated: number | null }): BanStatus | 'private' {
  const status = banStatusOf(bans)
  // Steam leaves out the creation time of private profiles only.
  return status === 'clean' && profile.timecreated === null ? 'private' : status
}

/** Whether the record has both VAC and game bans; its only date can then belong to either. */
export function hasSharedBanDate(bans: Bans): boolean {
  return bans.VACBanned && bans.NumberOfGameBans > 0
}

/** Whether DaysSinceLastBan means anything: Steam sends 0 for "never" as well as for "today". */
export function hasBanDate(bans: Bans): boolean {
  return bans.VACBanned || bans.NumberOfGameBans > 0
}

/**
 * The bans of a record in one line: `1 VAC ban, 2 game bans, last ban 3 days ago`. `escape` makes Steam's own words safe
 * for the target, by default Markdown.
 */
export function formatBans(bans: Bans, texts: Texts, escape: (word: string) => string = escapeMarkdown): string {
  const last = hasSharedBanDate(bans) ? texts.bans.lastOfEither : texts.bans.last
  const parts = [
    ...(bans.VACBanned ? [texts.bans.vac(bans.NumberOfVACBans)] : []),
    ...(bans.NumberOfGameBans > 0 ? [texts.bans.game(bans.NumberOfGameBans)] : []),
    ...(bans.CommunityBanned ? [texts.bans.community] : []),
    ...(bans.EconomyBan === 'none' ? [] : [texts.bans.trade(escape(bans.EconomyBan))]),
    ...(hasBanDate(bans) ? [last(bans.DaysSinceLastBan)] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : texts.bans.none
}

/** Orders ban records: banned, restricted, clean, and within each the newest ban first. */
export function byBanStatus(a: Bans, b: Bans): number {
  return rankOf(a) - rankOf(b) || daysOf(a) - daysOf(b)
}

const rankOf = (bans: Bans) => STATUSES.indexOf(banStatusOf(bans))
/** Community bans have no date and come last. */
const daysOf = (bans: Bans) => (hasBanDate(bans) ? bans.DaysSinceLastBan : Number.MAX_SAFE_INTEGER)

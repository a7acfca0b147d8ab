import { isBanned } from '../../model/account.ts'
import type { Bans } from '../../model/account.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'

/** How an account stands by its ban record alone. A trade restriction is no ban, and not clean either. */
export type BanStatus = 'banned' | 'restricted' | 'clean'

/** What a ban record makes of an account. */
export function banStatusOf(bans: Bans): BanStatus {
  if (isBanned(bans)) return 'banned'
  return bans.EconomyBan === 'none' ? 'clean' : 'restricted'
}

/** The tone of an account whose record is known: by its bans, and never the clean one where the profile is private. */
export function toneOfRecord(bans: Bans, profile: { timecreated: number | null }): BanStatus | 'private' {
  const standing = banStatusOf(bans)
  // Steam leaves the creation time out for private profiles alone.
  return standing === 'clean' && profile.timecreated === null ? 'private' : standing
}

/** Whether the one date covers bans of two kinds, so that nobody knows whose it is. */
export function hasSharedBanDate(bans: Bans): boolean {
  return bans.VACBanned && bans.NumberOfGameBans > 0
}

/** Whether Steam's figure of days says anything: it is 0 for "never" as well as for "today". */
export function hasBanDate(bans: Bans): boolean {
  return bans.VACBanned || bans.NumberOfGameBans > 0
}

/**
 * The bans of a record in a few words: `1 VAC ban, 2 game bans, last ban 3 days ago`. `show` makes a word of Steam's own fit
 * for where the text goes, which is Markdown unless another one is given.
 */
export function formatBans(bans: Bans, texts: Texts, show: (word: string) => string = escapeMarkdown): string {
  const parts = [
    ...(bans.VACBanned ? [texts.bans.vac(bans.NumberOfVACBans)] : []),
    ...(bans.NumberOfGameBans > 0 ? [texts.bans.game(bans.NumberOfGameBans)] : []),
    ...(bans.CommunityBanned ? [texts.bans.community] : []),
    ...(bans.EconomyBan === 'none' ? [] : [texts.bans.trade(show(bans.EconomyBan))]),
    ...(hasBanDate(bans) ? [texts.bans.last(bans.DaysSinceLastBan)] : []),
    ...(hasSharedBanDate(bans) ? [texts.bans.either] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : texts.bans.none
}

/** What the columns about bans are headed with in a table, and what stands in them for a record. */
export const banColumns = {
  header: ({ csv }: Texts) => [csv.vacBans, csv.gameBans, csv.daysSinceLastBan, csv.communityBan, csv.tradeStanding],
  cells: (bans: Bans, { csv }: Texts) => [
    bans.NumberOfVACBans,
    bans.NumberOfGameBans,
    hasBanDate(bans) ? bans.DaysSinceLastBan : '',
    bans.CommunityBanned ? csv.yes : csv.no,
    bans.EconomyBan,
  ],
}

/** Orders ban records: banned before restricted before clean, and the newest ban first. */
export function byBanStatus(a: Bans, b: Bans): number {
  return rankOf(a) - rankOf(b) || daysOf(a) - daysOf(b)
}

const RANKS: Record<BanStatus, number> = { banned: 0, restricted: 1, clean: 2 }
const rankOf = (bans: Bans) => RANKS[banStatusOf(bans)]
/** Community bans have no date; they come after those that have one. */
const daysOf = (bans: Bans) => (hasBanDate(bans) ? bans.DaysSinceLastBan : Number.MAX_SAFE_INTEGER)

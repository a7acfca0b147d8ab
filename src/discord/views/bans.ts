import { isBanned, type Bans } from '../../model/account.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'

/** Summary of a ban record. A trade restriction is neither a ban nor clean. */
export type BanStatus = 'banned' | 'restricted' | 'clean'

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

/** The ban columns of a table: their headers, the cells of a record, and empty cells where there is no record. */
export const banColumns = {
  header: ({ csv }: Texts) => [csv.vacBans, csv.gameBans, csv.daysSinceLastBan, csv.communityBan, csv.tradeStatus],
  cells: (bans: Bans | null, { csv }: Texts) =>
    bans === null
      ? ['', '', '', '', '']
      : [
          bans.NumberOfVACBans,
          bans.NumberOfGameBans,
          hasBanDate(bans) ? bans.DaysSinceLastBan : '',
          bans.CommunityBanned ? csv.yes : csv.no,
          bans.EconomyBan,
        ],
}

/** The table's result for an account without a profile: its bans count, but a record without bans does not make it clean. */
export function resultWithoutProfile(bans: Bans, { results }: Texts['csv']): string {
  const status = banStatusOf(bans)
  return results[status === 'clean' ? 'noProfile' : status]
}

/** Orders ban records: banned, restricted, clean, and within each the newest ban first. */
export function byBanStatus(a: Bans, b: Bans): number {
  return rankOf(a) - rankOf(b) || daysOf(a) - daysOf(b)
}

const RANKS: Record<BanStatus, number> = { banned: 0, restricted: 1, clean: 2 }
const rankOf = (bans: Bans) => RANKS[banStatusOf(bans)]
/** Community bans have no date and come last. */
const daysOf = (bans: Bans) => (hasBanDate(bans) ? bans.DaysSinceLastBan : Number.MAX_SAFE_INTEGER)

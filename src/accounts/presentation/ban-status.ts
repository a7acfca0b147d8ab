import type { Bans } from '../../model/account.ts'
import { isBanned } from '../../model/ban-record.ts'

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

/** The tone of an account without a profile, whose record alone does not make it clean. */
export function toneWithoutProfile(bans: Bans): Exclude<BanStatus, 'clean'> | 'incomplete' {
  const status = banStatusOf(bans)
  return status === 'clean' ? 'incomplete' : status
}

/** Whether the record has both VAC and game bans; its only date can then belong to either. */
export function hasSharedBanDate(bans: Bans): boolean {
  return bans.VACBanned && bans.NumberOfGameBans > 0
}

/** Whether DaysSinceLastBan means anything: Steam sends 0 for "never" as well as for "today". */
export function hasBanDate(bans: Bans): boolean {
  return bans.VACBanned || bans.NumberOfGameBans > 0
}

/** Orders ban records: banned, restricted, clean, and within each the newest ban first. */
export function byBanStatus(a: Bans, b: Bans): number {
  return rankOf(a) - rankOf(b) || daysOf(a) - daysOf(b)
}

const rankOf = (bans: Bans) => STATUSES.indexOf(banStatusOf(bans))
/** Community bans have no date and come last. */
const daysOf = (bans: Bans) => (hasBanDate(bans) ? bans.DaysSinceLastBan : Number.MAX_SAFE_INTEGER)

import { type Bans, bansSchema } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { Fact, Facts, HoursFacts, KnownFact, ProfileFacts } from '../model/facts.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { BanRecord } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'

const MINUTES_PER_HOUR = 60

/** The fact for a cached answer: `value` as known, or unavailable if `value` is null. */
export function toFact<Value>({ fetchedAt }: Cached<unknown>, value: Value | null, isStale = false): Fact<Value> {
  return value === null ? { kind: 'unavailable' } : { kind: 'known', value, fetchedAt, isStale }
}

export function toProfileFacts({ isPrivate, isConfigured, timecreated: createdAt }: Summary): ProfileFacts {
  return { isPrivate, isConfigured, createdAt }
}

/** The facts about hours. The hours are exact, because rounded hours could reach a limit that the minutes do not reach. */
export function toHoursFacts(hours: RustHours | null): HoursFacts {
  if (hours === null) return { kind: 'hidden' }
  return hours.isOwned ? { kind: 'hours', hours: hours.minutes / MINUTES_PER_HOUR } : { kind: 'not_owned' }
}

export const DAY_SECONDS = 86_400

/**
 * Minimum number of whole days since the newest VAC or game ban: the days in Steam's answer plus the days since the answer. Meaningless
 * without a ban.
 */
export function lastBanDays({ value, fetchedAt }: KnownFact<Bans>, now: number): number {
  return value.DaysSinceLastBan + wholeDays(now - fetchedAt)
}

/** Age of an account in whole days. */
export function accountAgeDays(createdAt: number, now: number): number {
  return wholeDays(now - createdAt)
}

// At least 0, because after the clock was set back the difference can be negative.
const wholeDays = (seconds: number) => Math.max(0, Math.floor(seconds / DAY_SECONDS))

/** The newest record of a watched account. */
interface WatchedRecord {
  current: { record: BanRecord; lastBan: { before: number } | null } | null
  /** When the last valid record was seen; null before the first valid record. */
  checkedAt: number | null
}

/** The facts of a watched account: its bans. Watch lists do not ask for profile and hours. */
export function watchedFacts(account: { steamId: SteamId } & WatchedRecord): Facts {
  return {
    steamId: account.steamId,
    bans: watchedBans(account),
    profile: { kind: 'unasked' },
    rustHours: { kind: 'unasked' },
  }
}

/** The bans of the newest record, as of its last check; unavailable while a field of the record or the time of the last ban is unknown. */
export function watchedBans({ current, checkedAt }: WatchedRecord): Fact<Bans> {
  if (!current || checkedAt === null) return { kind: 'unavailable' }
  const { record, lastBan } = current
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0 } = record
  // Days are counted from the latest possible time of the ban. A policy that forgets old bans then forgets the ban too late rather than too
  // early.
  const days = lastBan ? Math.max(0, Math.floor((checkedAt - lastBan.before) / DAY_SECONDS)) : undefined
  const parsed = bansSchema.safeParse({
    ...record,
    VACBanned: vac > 0,
    DaysSinceLastBan: vac + game > 0 ? days : 0,
  })
  return parsed.success
    ? { kind: 'known', value: parsed.data, fetchedAt: checkedAt, isStale: false }
    : { kind: 'unavailable' }
}

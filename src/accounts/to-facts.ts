import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { Fact, HoursFacts, KnownFact, ProfileFacts } from '../model/facts.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'

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

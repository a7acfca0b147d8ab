import type { Cached } from '../model/cached.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { Fact, HoursFacts, ProfileFacts } from '../model/facts.ts'

const MINUTES_PER_HOUR = 60

/** The fact of an answer whose value was read as `value`; unavailable for null. */
export function toFact<Value>({ fetchedAt }: Cached<unknown>, value: Value | null, isStale = false): Fact<Value> {
  return value === null ? { kind: 'unavailable' } : { kind: 'known', value, fetchedAt, isStale }
}

export function toProfileFacts({ isPrivate, isConfigured, timecreated: createdAt }: Summary): ProfileFacts {
  return { isPrivate, isConfigured, createdAt }
}

/** The hours are exact: rounded ones could reach a limit that the minutes do not. */
export function toHoursFacts(hours: RustHours | null): HoursFacts {
  if (hours === null) return { kind: 'hidden' }
  return hours.isOwned ? { kind: 'hours', hours: hours.minutes / MINUTES_PER_HOUR } : { kind: 'not_owned' }
}

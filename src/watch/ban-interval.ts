import type { Interval } from '../model/ban-record.ts'

export const DAY_SECONDS = 86_400

/**
 * When a ban happened that Steam counts `days` days after at the time `at`. It is unknown whether Steam counts a day every 24
 * hours after the ban or daily at a fixed hour, so the interval is 48 hours wide, or less where it would reach into the future.
 */
export function banIntervalOf(days: number, at: number): Interval {
  // Lower limits keep the times valid when the count is absurd.
  return {
    after: Math.max(0, at - (days + 1) * DAY_SECONDS),
    before: Math.max(1, Math.min(at, at - (days - 1) * DAY_SECONDS)),
  }
}

/** The time that is in both intervals; null without any. */
export function intersect(a: Interval, b: Interval): Interval | null {
  const after = Math.max(a.after, b.after)
  const before = Math.min(a.before, b.before)
  return after < before ? { after, before } : null
}

/** The shortest interval that contains both. */
export function hull(a: Interval, b: Interval): Interval {
  return { after: Math.min(a.after, b.after), before: Math.max(a.before, b.before) }
}

export function isSameInterval(a: Interval | null, b: Interval | null): boolean {
  return a?.after === b?.after && a?.before === b?.before
}

import { MAX_AHEAD_SECONDS } from './clock.ts'

interface Fetched {
  /** Unix seconds. */
  fetchedAt: number
}

/**
 * Whether `entry` was fetched later than `other`. An entry far ahead of `now` was stored while the clock was wrong, and counts as older.
 */
export const isNewer = (entry: Fetched, other: Fetched, now: number): boolean => timeOf(entry, now) > timeOf(other, now)

const timeOf = ({ fetchedAt }: Fetched, now: number) =>
  fetchedAt <= now + MAX_AHEAD_SECONDS ? fetchedAt : Number.NEGATIVE_INFINITY

/** The entry that was fetched later; `second` if both were fetched in the same second. */
export function newerOf<Entry extends Fetched>(
  first: Entry | undefined,
  second: Entry | undefined,
  now: number,
): Entry | undefined {
  if (!first || !second) return first ?? second
  return isNewer(first, second, now) ? first : second
}

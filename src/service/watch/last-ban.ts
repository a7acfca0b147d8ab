import type { BanState, Dip } from '../../database/accounts.ts'
import type { BanChange, BanRecord, Interval } from '../../model/ban-record.ts'
import { COUNT_FIELDS, differenceOf, hasKnownFields } from './ban-fields.ts'
import { banIntervalOf, DAY_SECONDS, intersect } from './ban-interval.ts'
import type { SeenRecord } from './seen-record.ts'

/** Longest time between the moment that an answer describes and its arrival. One try of a call takes less, even under load. */
const CALL_SECONDS = 15

/** The time since the last check, in which a change that was not there happened. */
export function windowOf(checkedAt: number | null, at: number): Interval {
  return { after: Math.max(0, Math.min(checkedAt ?? 0, at) - CALL_SECONDS), before: at }
}

/** The time of the check before a change in this window. */
export function checkedBefore({ after }: Interval): number {
  return after + CALL_SECONDS
}

/** When the last VAC or game ban of a record happened; null without one, or when its date is unknown. */
export function dayIntervalOf({ record, at }: SeenRecord): Interval | null {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days } = record
  if (days === undefined || (vac === 0 && game === 0)) return null
  // Steam sends 0 days for "never" as well as for "today".
  if ((vac ?? 0) === 0 && (game ?? 0) === 0 && days === 0) return null
  return { after: banIntervalOf(days, at - CALL_SECONDS).after, before: banIntervalOf(days, at).before }
}

interface Dates {
  /** When the last VAC or game ban happened. */
  lastBan: Interval | null
  /** When the new VAC and game bans happened. */
  newBans: Interval
  /** A newer ban while both counts stay equal. */
  newerBan: BanChange | null
}

/**
 * Dates the bans of a record: `risen` is how many VAC and game bans are new, `hasLifts` whether some are lifted. `values` is the
 * record with the changes, without pending dips. `dip` is what was pending before.
 */
export function dateBans(
  known: BanState,
  dip: Dip | null,
  seen: SeenRecord,
  facts: { values: BanRecord; window: Interval; risen: number; hasLifts: boolean },
): Dates {
  const { values, window, risen, hasLifts } = facts
  // The days may count from a ban that a missing count would show.
  const isUnambiguous = hasKnownFields(COUNT_FIELDS, { known: known.record, seen: seen.record })
  // A count that was unknown, or lower for a while, can hide a new ban.
  const areCountsExact = COUNT_FIELDS.every(
    (field) =>
      known.record[field] !== undefined && seen.record[field] !== undefined && dip?.record[field] === undefined,
  )
  const day = dayIntervalOf(seen)
  if (risen > 0) {
    // Steam may find a ban late and date it before the last check; the window then says nothing.
    const newest = isUnambiguous && day ? (intersect(day, window) ?? day) : window
    // Steam counts the days from the newest ban alone, which can also be one that an incomplete record showed since the last check.
    const isOnlyOne = risen === 1 && areCountsExact && (known.lastBan?.before ?? 0) <= checkedBefore(window)
    return { lastBan: newest, newBans: isOnlyOne || newest === day ? newest : window, newerBan: null }
  }
  const dates = { newBans: window, newerBan: null }
  if (hasLifts) return { ...dates, lastBan: day }
  const hasPendingDip = COUNT_FIELDS.some((field) => differenceOf(values[field], seen.record[field]) === 'better')
  if (!isUnambiguous || hasPendingDip || day === null) return { ...dates, lastBan: known.lastBan }
  if (known.lastBan === null) return { ...dates, lastBan: day }
  if (day.after >= known.lastBan.before) {
    return { ...dates, lastBan: day, newerBan: toNewerBan(known.lastBan, seen, day) }
  }
  return { ...dates, lastBan: areCountsExact ? (intersect(known.lastBan, day) ?? known.lastBan) : day }
}

function toNewerBan(lastBan: Interval, { record, at }: SeenRecord, when: Interval): BanChange {
  const to = record.DaysSinceLastBan ?? 0
  const middle = (lastBan.after + lastBan.before) / 2
  const from = Math.max(to, Math.round((at - middle) / DAY_SECONDS))
  return { kind: 'lastBan', from, to, isLifted: false, when }
}

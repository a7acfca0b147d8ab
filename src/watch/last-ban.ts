import type { BanState, Dip } from '../database/accounts.ts'
import type { BanChange, BanRecord, Interval } from '../model/ban-record.ts'
import {
  banIntervalOf,
  COUNT_FIELDS,
  DAY_SECONDS,
  differenceOf,
  hasKnownFields,
  intersect,
  type KnownState,
  type SeenRecord,
} from './ban-fields.ts'

/** Longest time between the moment that an answer describes and its arrival. One try of a call takes less, even under load. */
const CALL_SECONDS = 15
const STEP_SECONDS = 2 * 3_600

/**
 * The time in which a change happened that was not there at the last check: the first of these times that is not in the future,
 * as times are that a wrong clock gave.
 */
export function windowOf(checks: (number | null)[], at: number): Interval {
  const last = checks.find((time) => time !== null && time <= at) ?? 0
  return { after: Math.max(0, last - CALL_SECONDS), before: at }
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

interface SeenBans {
  /** What was known and pending before. */
  known: BanState
  dip: Dip | null
  seen: SeenRecord
  /** The record with the changes, without pending dips. */
  values: BanRecord
  window: Interval
  /** How many VAC and game bans are new. */
  risen: number
  /** Whether VAC or game bans are lifted. */
  hasLifts: boolean
}

/** Dates the VAC and game bans of a record. */
export function dateBans(bans: SeenBans): Dates {
  const { seen, window, risen, hasLifts } = bans
  if (risen > 0) return dateNewBans(bans)
  if (hasLifts) return { lastBan: dayIntervalOf(seen), newBans: window, newerBan: null }
  return { newBans: window, ...dateEqualBans(bans) }
}

function dateNewBans(bans: SeenBans): Dates {
  const { known, seen, window, risen } = bans
  const day = dayIntervalOf(seen)
  // Steam may find a ban late and date it before the last check; the window then says nothing.
  const newest = day && isUnambiguous(bans) ? (intersect(day, window) ?? day) : window
  // Steam counts the days from the newest ban alone. An incomplete record can have shown one since the last check.
  const isOnlyOne = risen === 1 && areCountsExact(bans) && (known.lastBan?.before ?? 0) <= checkedBefore(window)
  return { lastBan: newest, newBans: isOnlyOne || newest === day ? newest : window, newerBan: null }
}

function dateEqualBans(bans: SeenBans): Pick<Dates, 'lastBan' | 'newerBan'> {
  const { known, seen, values } = bans
  const { lastBan } = known
  const day = dayIntervalOf(seen)
  const hasPendingDip = COUNT_FIELDS.some((field) => differenceOf(values[field], seen.record[field]) === 'better')
  if (day === null || hasPendingDip || !isUnambiguous(bans)) return { lastBan, newerBan: null }
  if (lastBan === null) return { lastBan: day, newerBan: null }
  if (day.after >= lastBan.before) return { lastBan: day, newerBan: toNewerBan(lastBan, seen, day) }
  return { lastBan: areCountsExact(bans) ? narrow(lastBan, day) : day, newerBan: null }
}

/**
 * Until Steam counts the next day, each record moves the start alone, and by no more than the time since the last one. That is
 * stored in steps, so that a sweep does not write to every banned account.
 */
function narrow(known: Interval, day: Interval): Interval {
  const both = intersect(known, day)
  if (both === null) return known
  return both.before < known.before || both.after - known.after >= STEP_SECONDS ? both : known
}

/** Whether no count is missing, which may show the ban that the days count from. */
function isUnambiguous({ known, seen }: SeenBans): boolean {
  return hasKnownFields(COUNT_FIELDS, { known: known.record, seen: seen.record })
}

/** Whether both counts were known and are; one that was unknown, or lower for a while, can hide a new ban. */
function areCountsExact({ known, dip, seen }: SeenBans): boolean {
  return COUNT_FIELDS.every(
    (field) =>
      known.record[field] !== undefined && seen.record[field] !== undefined && dip?.record[field] === undefined,
  )
}

function toNewerBan(lastBan: Interval, { record, at }: SeenRecord, when: Interval): BanChange {
  const to = record.DaysSinceLastBan ?? 0
  const middle = (lastBan.after + lastBan.before) / 2
  const from = Math.max(to, Math.round((at - middle) / DAY_SECONDS))
  return { kind: 'lastBan', from, to, isLifted: false, when }
}

/**
 * Whether one of these changes, seen at `at`, may have been told before the restore, and lost by it: the account was not checked
 * between the restore and the change. That is so for lifts, which two sweeps have to show, and for accounts without a valid record
 * in the first sweep.
 */
export function isPossibleDuplicate(
  changes: readonly BanChange[],
  { checkedAt, current }: Pick<KnownState, 'checkedAt' | 'current'>,
  { at, restoredAt }: { at: number; restoredAt: number },
): boolean {
  const lastCheck = checkedBefore(windowOf([checkedAt, current?.firstSeenAt ?? null], at))
  // The window of a lift began before its first record. That of a ban can be narrower than the time since the last check.
  return changes.some(({ isLifted, when }) => (isLifted ? checkedBefore(when) : lastCheck) < restoredAt)
}

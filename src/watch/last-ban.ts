import type { BanState, Dip } from './database/accounts.ts'
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

/** Maximum age of the state that an answer describes when the answer arrives; a single attempt takes less time, even under load. */
const CALL_SECONDS = 15
const STEP_SECONDS = 2 * 3_600

/**
 * The interval in which a change happened that was seen at `at`, but not at the last check. The last check is the first time in `checks`
 * that is not after `at`, because later times come from a wrong clock. The interval begins `CALL_SECONDS` before that check.
 */
export function windowOf(checks: (number | null)[], at: number): Interval {
  const last = checks.find((time) => time !== null && time <= at) ?? 0
  return { after: Math.max(0, last - CALL_SECONDS), before: at }
}

/** When the check before a change in this interval was made. */
export function checkedBefore({ after }: Interval): number {
  return after + CALL_SECONDS
}

/** When the last VAC or game ban of a record happened; null if it has no such ban, or the date is unknown. */
export function dayIntervalOf({ record, at }: SeenRecord): Interval | null {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days } = record
  if (days === undefined || (vac === 0 && game === 0)) return null
  // Steam sends 0 days both for "never" and for "today".
  if ((vac ?? 0) === 0 && (game ?? 0) === 0 && days === 0) return null
  return { after: banIntervalOf(days, at - CALL_SECONDS).after, before: banIntervalOf(days, at).before }
}

interface Dates {
  /** When the last VAC or game ban happened. */
  lastBan: Interval | null
  /** When the new VAC and game bans happened. */
  newBans: Interval
  /** A newer ban while the counts are equal; null without one. */
  newerBan: BanChange | null
}

interface SeenBans {
  /** The known state before the record. */
  known: BanState
  dip: Dip | null
  seen: SeenRecord
  /** The known values after the record; pending dips are not applied. */
  values: BanRecord
  window: Interval
  /** Number of new VAC and game bans. */
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
  // Steam may detect a ban late and date it before the last check; the window does not apply then.
  const newest = day && isUnambiguous(bans) ? (intersect(day, window) ?? day) : window
  // The days count from the newest ban only. An incomplete record may have shown a ban since the last check.
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
 * Narrows the interval of the last ban by the interval of a new record. Until Steam counts the next day, each record moves only the start,
 * by at most the time since the record before. The start is moved in steps of `STEP_SECONDS`, so that a sweep does not write to every
 * banned account.
 */
function narrow(known: Interval, day: Interval): Interval {
  const both = intersect(known, day)
  if (both === null) return known
  return both.before < known.before || both.after - known.after >= STEP_SECONDS ? both : known
}

/** Whether the record has every known count. A missing count may contain the ban that the days count from. */
function isUnambiguous({ known, seen }: SeenBans): boolean {
  return hasKnownFields(COUNT_FIELDS, { known: known.record, seen: seen.record })
}

/**
 * Whether both counts are known before and after, and neither is in a dip. A count that was unknown or temporarily lower can hide a new
 * ban.
 */
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
 * Whether the alert about these changes, seen at `at`, may repeat an alert from before a restore. It may if the last check before one of
 * the changes was made before the restore. Such changes are lifts, which need two sweeps, and changes of accounts without a valid record in
 * the first sweep after the restore.
 */
export function isPossibleDuplicate(
  changes: readonly BanChange[],
  { checkedAt, current }: Pick<KnownState, 'checkedAt' | 'current'>,
  { at, restoredAt }: { at: number; restoredAt: number },
): boolean {
  const lastCheck = checkedBefore(windowOf([checkedAt, current?.firstSeenAt ?? null], at))
  // The interval of a lift begins at the check before the first record that showed it. The interval of a ban may begin later than the last
  // check, so the last check itself counts.
  return changes.some(({ isLifted, when }) => (isLifted ? checkedBefore(when) : lastCheck) < restoredAt)
}

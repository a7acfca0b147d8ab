import type { BanState, Dip, Observation } from './database/accounts.ts'
import type { BanRecord, ChangeKind, Interval } from '../model/ban-record.ts'

/** The fields of a ban record that change only with bans; `DaysSinceLastBan` also changes with time. */
export const BAN_FIELDS = ['NumberOfVACBans', 'NumberOfGameBans', 'CommunityBanned', 'EconomyBan'] as const
type BanField = (typeof BAN_FIELDS)[number]
type BanValue = number | boolean | string

/** The counts of the bans that `DaysSinceLastBan` refers to. */
export const COUNT_FIELDS = ['NumberOfVACBans', 'NumberOfGameBans'] as const

export const KIND_OF = {
  NumberOfVACBans: 'vac',
  NumberOfGameBans: 'game',
  CommunityBanned: 'community',
  EconomyBan: 'trade',
} as const satisfies Record<BanField, ChangeKind>

/** A field of a ban record whose value differs from the known value. */
export interface FieldChange {
  field: BanField
  from: BanValue
  to: BanValue
}

/** Whether a change is about a number of bans. */
export function isCount({ field }: FieldChange): boolean {
  return field === 'NumberOfVACBans' || field === 'NumberOfGameBans'
}

/** How a value differs from the known value; `unknown` when either of them is missing. */
export function differenceOf(
  known: BanValue | undefined,
  seen: BanValue | undefined,
): 'unknown' | 'same' | 'worse' | 'better' {
  if (known === undefined || seen === undefined) return 'unknown'
  if (seen === known) return 'same'
  // A different word of the same rank is reported at once, like a new restriction.
  return severityOf(seen) < severityOf(known) ? 'better' : 'worse'
}

/** The more severe one of two values. */
export function severerOf<T extends BanValue>(a: T, b: T): T {
  return severityOf(a) > severityOf(b) ? a : b
}

/** The record with the new values. */
export function withChanges(record: BanRecord, changes: readonly FieldChange[]): BanRecord {
  return { ...record, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
}

/** Whether `seen` has each of `fields` that `known` has. */
export function hasKnownFields(
  fields: readonly (keyof BanRecord)[],
  { known, seen }: { known: BanRecord; seen: BanRecord },
): boolean {
  return fields.every((field) => known[field] === undefined || seen[field] !== undefined)
}

/** The rank of a value. Steam's trade standings are an open set; an unknown standing has the rank of probation. */
function severityOf(value: BanValue): number {
  if (typeof value !== 'string') return Number(value)
  if (value === 'none') return 0
  return value === 'banned' ? 2 : 1
}

/** The part of an `AccountState` that comparisons use: the known bans of an account. */
export interface KnownState {
  current: (BanState & Pick<Observation, 'firstSeenAt'>) | null
  dip: Dip | null
  checkedAt: number | null
}

/** A valid record of an account. */
export interface SeenRecord {
  record: BanRecord
  /** When Steam's answer arrived. */
  at: number
  /** The sweep that asked for the record. Null for records of lookups and of added accounts, which neither start nor confirm a dip. */
  sweepId: number | null
}

export const DAY_SECONDS = 86_400

/**
 * The interval in which a ban happened that Steam counted as `days` days ago at the time `at`. It is unknown whether Steam counts a day
 * every 24 hours after the ban or daily at a fixed hour, so the interval is 48 hours wide, but does not reach into the future.
 */
export function banIntervalOf(days: number, at: number): Interval {
  // Lower bounds keep the times valid if the count is absurdly high.
  return {
    after: Math.max(0, at - (days + 1) * DAY_SECONDS),
    before: Math.max(1, Math.min(at, at - (days - 1) * DAY_SECONDS)),
  }
}

/**
 * The intersection of two intervals; null when it is empty.
 * @example
 *   intersect({ after: 10, before: 20 }, { after: 15, before: 30 }) // { after: 15, before: 20 }
 */
export function intersect(a: Interval, b: Interval): Interval | null {
  const after = Math.max(a.after, b.after)
  const before = Math.min(a.before, b.before)
  return after < before ? { after, before } : null
}

/**
 * The shortest interval that contains both intervals.
 * @example
 *   hull({ after: 10, before: 20 }, { after: 15, before: 30 }) // { after: 10, before: 30 }
 */
export function hull(a: Interval, b: Interval): Interval {
  return { after: Math.min(a.after, b.after), before: Math.max(a.before, b.before) }
}

export function isSameInterval(a: Interval | null, b: Interval | null): boolean {
  return a?.after === b?.after && a?.before === b?.before
}

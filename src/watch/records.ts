import type { AccountState, BanState, Dip } from './database/accounts.ts'
import { isNewer } from '../lib/newer-of.ts'
import {
  BAN_FIELDS,
  type BanChange,
  type BanRecord,
  hasOtherBans,
  type Interval,
  type NewestRecord,
} from '../model/ban-record.ts'

/** Maximum age of the state that an answer describes when the answer arrives; a single attempt takes less time, even under load. */
const CALL_SECONDS = 15
const DAY_SECONDS = 86_400

type BanField = (typeof BAN_FIELDS)[number]
type BanValue = number | boolean | string

/** The counts of the bans that `DaysSinceLastBan` refers to. */
const COUNT_FIELDS = ['NumberOfVACBans', 'NumberOfGameBans'] as const
const ALL_FIELDS = [...BAN_FIELDS, 'DaysSinceLastBan'] as const

const KIND_OF = {
  NumberOfVACBans: 'vac',
  NumberOfGameBans: 'game',
  CommunityBanned: 'community',
  EconomyBan: 'trade',
} as const satisfies Record<BanField, BanChange['kind']>

/** The bans of an account as far as they are known. */
export interface KnownState extends Pick<AccountState, 'dips' | 'checkedAt'> {
  current: (BanState & { firstSeenAt: number }) | null
}

/** A valid record of an account. */
export interface SeenRecord {
  record: BanRecord
  /** When Steam's answer arrived. */
  at: number
  /** The sweep that asked for the record. Null for records of lookups and of added accounts, which neither start nor confirm a dip. */
  sweepId: number | null
}

/** The record of an account without bans, its fields in the order in which they are stored. */
export const CLEAN = {
  NumberOfVACBans: 0,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 0,
  CommunityBanned: false,
  EconomyBan: 'none',
} as const satisfies Required<BanRecord>

/** What a record changes in the known state. */
export interface Comparison {
  /** `baseline`: nothing was known. `refined`: unknown fields were filled in, or the interval of the last ban became much narrower. */
  kind: 'baseline' | 'changed' | 'refined' | 'unchanged'
  /** The known state after this record. */
  state: BanState
  /** The changes; empty unless the kind is `changed`. */
  changes: BanChange[]
  /** The dips after this record. */
  dips: Dip[]
  /** Whether all known fields were checked. If not, the account needs another turn. */
  isChecked: boolean
}

/** The newest record of an account, including values that no second sweep has confirmed yet; null before the first record. */
export function newestRecordOf({ current, dips }: Pick<KnownState, 'current' | 'dips'>): BanRecord | null {
  return current && withValues(current.record, dips)
}

/** When the newest record was seen; 0 before the first. `checkedAt` alone can be too early, because an incomplete record is no check. */
export function newestSeenAt({ current, checkedAt }: Pick<KnownState, 'current' | 'checkedAt'>): number {
  return Math.max(checkedAt ?? 0, current?.firstSeenAt ?? 0)
}

/**
 * Compares a valid record with the known state of the account. More or worse bans are changes at once. Fewer bans are a dip, and become a
 * change when a later sweep confirms them. A missing field is unknown and changes nothing. A record that is older than the known state is
 * ignored. Without known bans every record becomes a baseline, so do not pass records of lookups then.
 */
export function compareRecords(known: KnownState, seen: SeenRecord): Comparison {
  const { current, dips } = known
  if (current === null) {
    const state = { record: seen.record, lastBan: dayIntervalOf(seen) }
    return { kind: 'baseline', state, changes: [], dips: [], isChecked: true }
  }
  const { record, lastBan } = current
  if (isOvertaken(known, seen))
    return { kind: 'unchanged', state: { record, lastBan }, changes: [], dips, isChecked: false }

  const window = windowOf(known, seen.at)
  const isComplete = ALL_FIELDS.every((field) => record[field] === undefined || seen.record[field] !== undefined)
  const fields = BAN_FIELDS.map((field) =>
    compareField(field, { current, dips }, seen, { window, canLift: isComplete }),
  )
  const found = fields.flatMap(({ change }) => (change ? [change] : []))
  const values = withValues({ ...seen.record, ...record }, found)
  const dates = dateBans({ current, dips, seen, values, window, found })
  const changes = [
    ...found.filter(({ isLifted }) => !isLifted).map((rise) => toChange(rise, isCount(rise) ? dates.newBans : window)),
    ...found.filter(({ isLifted }) => isLifted).map((lift) => toChange(lift, lift.when)),
    ...(dates.newerBan ? [dates.newerBan] : []),
  ]
  const isFilled = ALL_FIELDS.some((field) => record[field] === undefined && values[field] !== undefined)
  const isRefined = isFilled || dates.lastBan?.after !== lastBan?.after || dates.lastBan?.before !== lastBan?.before
  return {
    kind: changes.length > 0 ? 'changed' : isRefined ? 'refined' : 'unchanged',
    state: { record: changes.length > 0 ? withDays(values, seen.record) : values, lastBan: dates.lastBan },
    changes,
    dips: fields.flatMap(({ dip }) => (dip ? [dip] : [])),
    isChecked: isComplete && !fields.some(({ isIgnored }) => isIgnored),
  }
}

/**
 * Whether a change is news for an entry with this baseline. A lift is news only if the baseline is not newer than the last check before the
 * lift. Otherwise a server would be alerted that a ban is lifted which its baseline did not have.
 */
export function isNewsFor(baselineAt: number, { isLifted, when }: BanChange): boolean {
  return !isLifted || baselineAt <= checkedBefore(when)
}

/** When the check before a change in this interval was made. */
export function checkedBefore({ after }: Interval): number {
  return after + CALL_SECONDS
}

/** What is stored about an account. */
interface StoredRecords {
  state: KnownState
  /** The newest record in `record_changes`, which every process reads. */
  told?: NewestRecord | undefined
  /** Whether the comparison has found changes. */
  hasChanged: boolean
}

/**
 * The record of an account that every process must show after `seen` has arrived; undefined if no process has to show another record. A
 * record is returned if the bans in `seen` differ from the newest known bans. Usually it is `seen`, with missing fields filled from the
 * known record, even if `seen` is not stored as an observation, such as a dip or fewer bans in a lookup. If the known record is newer, it
 * is the known record, because the process that asked for `seen` shows `seen`.
 */
export function findNews(seen: NewestRecord, { state, told, hasChanged }: StoredRecords): NewestRecord | undefined {
  const known = told?.record ?? newestRecordOf(state)
  if (!known) return seen
  if (!hasChanged && !hasOtherBans(seen.record, known)) return undefined
  const knownAt = Math.max(told?.seenAt ?? 0, newestSeenAt(state))
  return isNewer({ fetchedAt: knownAt }, { fetchedAt: seen.seenAt }, seen.seenAt)
    ? { ...seen, record: withoutDays(known), seenAt: knownAt }
    : { ...seen, record: { ...withoutDays(known), ...seen.record } }
}

/** The record without the days since the last ban, which were counted at an earlier check; 0 days if it has no bans. */
function withoutDays({ DaysSinceLastBan: _, ...record }: BanRecord): BanRecord {
  const hasNoBan = record.NumberOfVACBans === 0 && record.NumberOfGameBans === 0
  return hasNoBan ? { DaysSinceLastBan: 0, ...record } : record
}

/** Whether the account was checked after the record was fetched; a record of a lookup can be from the cache, so it must be newer. */
function isOvertaken(known: KnownState, { at, sweepId }: SeenRecord): boolean {
  const seenAt = newestSeenAt(known)
  return (sweepId === null && at === seenAt) || isNewer({ fetchedAt: seenAt }, { fetchedAt: at }, at)
}

/** The interval in which a change happened that was seen at `at`, but not at the last check. */
function windowOf({ checkedAt }: KnownState, at: number): Interval {
  return { after: checkedAt === null || checkedAt > at ? 0 : Math.max(0, checkedAt - CALL_SECONDS), before: at }
}

/** A field of a ban record whose value differs from the known value. */
interface FieldChange {
  field: BanField
  from: BanValue
  to: BanValue
  isLifted: boolean
  when: Interval
}

interface FieldComparison {
  change?: FieldChange
  dip?: Dip | undefined
  /** Whether the record shows a lower value that cannot become a dip. */
  isIgnored?: boolean
}

/** Compares one field; `canLift` is false for an incomplete record. The new dip is the lower value that a later sweep has to confirm. */
function compareField(
  field: BanField,
  { current: { record }, dips }: { current: BanState; dips: readonly Dip[] },
  { record: seen, sweepId }: SeenRecord,
  { window, canLift }: { window: Interval; canLift: boolean },
): FieldComparison {
  const [from, to, dip] = [record[field], seen[field], dips.find((each) => each.field === field)]
  if (to === undefined) return { dip }
  if (from === undefined || to === from) return {}
  // A different word of the same rank is reported at once, like a new restriction.
  if (severityOf(to) >= severityOf(from)) return { change: { field, from, to, isLifted: false, when: window } }
  const isLower = !dip || severityOf(to) < severityOf(dip.to)
  // A record that cannot confirm the lower value can still contradict it.
  if (!canLift || sweepId === null || (dip && sweepId <= dip.sweepId))
    return isLower ? { dip, isIgnored: true } : { dip: { ...dip, to } }
  const lower: Dip = { field, to, sweepId, when: window }
  if (!dip) return { dip: lower }
  // Of the values of both sweeps, the more severe one is confirmed.
  const change = { field, from, to: isLower ? dip.to : to, isLifted: true, when: dip.when }
  return isLower ? { change, dip: lower } : { change }
}

/** The rank of a value. Steam's trade standings are an open set; an unknown standing has the rank of probation. */
function severityOf(value: BanValue): number {
  if (typeof value !== 'string') return Number(value)
  if (value === 'none') return 0
  return value === 'banned' ? 2 : 1
}

interface Dates {
  /** When the last VAC or game ban happened. */
  lastBan: Interval | null
  /** When the new VAC and game bans happened. */
  newBans: Interval
  /** A newer ban while the counts are equal. */
  newerBan?: BanChange
}

interface FoundBans {
  /** The known state before the record. */
  current: BanState
  dips: readonly Dip[]
  seen: SeenRecord
  /** The known values after the record. */
  values: BanRecord
  /** The interval since the last check. */
  window: Interval
  found: readonly FieldChange[]
}

/** Dates the VAC and game bans of a record by the checks, and by Steam's days since the last ban. */
function dateBans(bans: FoundBans): Dates {
  const { current, seen, values, window, found } = bans
  const { record, lastBan } = current
  // A missing or lower count may hide the ban that the days count from, or one that they do not count from.
  const day = hasSameCounts(values, seen.record) ? dayIntervalOf(seen) : null
  const counts = found.filter(isCount)
  const risen = counts
    .filter(({ isLifted }) => !isLifted)
    .reduce((sum, { from, to }) => sum + Number(to) - Number(from), 0)
  if (risen > 0) return dateNewBans(bans, day, risen)
  if (counts.length > 0 || day === null) return { lastBan: counts.length > 0 ? day : lastBan, newBans: window }
  if (lastBan && day.after >= lastBan.before)
    return { lastBan: day, newBans: window, newerBan: toNewerBan(lastBan, seen, day) }
  const isFirstDate =
    lastBan === null || COUNT_FIELDS.some((field) => record[field] === undefined && values[field] !== undefined)
  if (isFirstDate) return { lastBan: day, newBans: window }
  // Narrowed only if the days were missing at first, so that a sweep does not write to every banned account.
  return { lastBan: widthOf(lastBan) > widthOf(day) ? (intersect(lastBan, day) ?? lastBan) : lastBan, newBans: window }
}

function dateNewBans({ current, dips, window }: FoundBans, day: Interval | null, risen: number): Dates {
  if (day === null) return { lastBan: window, newBans: window }
  // Steam may detect a ban late and date it before the last check; the window does not apply then.
  const both = intersect(day, window)
  // The days count from the newest ban only. An incomplete record may have shown a ban since the last check.
  const isOnlyOne =
    risen === 1 &&
    COUNT_FIELDS.every((field) => current.record[field] !== undefined && !dips.some((dip) => dip.field === field)) &&
    (current.lastBan?.before ?? 0) <= checkedBefore(window)
  return { lastBan: both ?? day, newBans: both === null ? day : isOnlyOne ? both : window }
}

function toNewerBan(lastBan: Interval, { record, at }: SeenRecord, when: Interval): BanChange {
  const to = record.DaysSinceLastBan ?? 0
  const middle = (lastBan.after + lastBan.before) / 2
  const from = Math.max(to, Math.round((at - middle) / DAY_SECONDS))
  return { kind: 'lastBan', from, to, isLifted: false, when }
}

/** When the last VAC or game ban of a record happened; null if it has no such ban, or the date is unknown. */
function dayIntervalOf({ record, at }: SeenRecord): Interval | null {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days } = record
  if (days === undefined || (vac === 0 && game === 0)) return null
  // Steam sends 0 days both for "never" and for "today".
  if ((vac ?? 0) === 0 && (game ?? 0) === 0 && days === 0) return null
  return { after: banIntervalOf(days, at - CALL_SECONDS).after, before: banIntervalOf(days, at).before }
}

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

/** The intersection of two intervals; null when it is empty. */
function intersect(a: Interval, b: Interval): Interval | null {
  const after = Math.max(a.after, b.after)
  const before = Math.min(a.before, b.before)
  return after < before ? { after, before } : null
}

const widthOf = ({ after, before }: Interval) => before - after

const isCount = ({ field }: FieldChange) => field === 'NumberOfVACBans' || field === 'NumberOfGameBans'

const hasSameCounts = (a: BanRecord, b: BanRecord) => COUNT_FIELDS.every((field) => a[field] === b[field])

/** The record with these values of fields. */
const withValues = (record: BanRecord, changes: readonly { field: BanField; to: BanValue }[]): BanRecord => ({
  ...record,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
})

/** Adds the days since the last ban of the record to the values, unless they count from a ban that is not among the values. */
function withDays(values: BanRecord, { DaysSinceLastBan: days, ...seen }: BanRecord): BanRecord {
  return days !== undefined && hasSameCounts(values, seen) ? { ...values, DaysSinceLastBan: days } : values
}

const toChange = ({ field, from, to, isLifted }: FieldChange, when: Interval): BanChange => ({
  kind: KIND_OF[field],
  from,
  to,
  isLifted,
  when,
})

import type { BanState, Dip } from './database/accounts.ts'
import type { BanChange, BanRecord, Interval } from '../model/ban-record.ts'
import {
  BAN_FIELDS,
  COUNT_FIELDS,
  differenceOf,
  type FieldChange,
  hasKnownFields,
  isCount,
  isSameInterval,
  KIND_OF,
  type KnownState,
  type SeenRecord,
  withChanges,
} from './ban-fields.ts'
import { findDips, isSameDip } from './dips.ts'
import { checkedBefore, dateBans, dayIntervalOf, windowOf } from './last-ban.ts'

/** What a record changes in the known state; `storeComparison` stores it. */
export interface Comparison {
  /** `baseline`: nothing was known. `refined`: unknown fields were filled in, or the interval of a ban became narrower. */
  kind: 'baseline' | 'changed' | 'refined' | 'unchanged'
  /** The known state after this record. */
  state: BanState
  /** The changes; empty unless the kind is `changed`. */
  changes: BanChange[]
  /** The dip after this record; null without one. */
  dip: Dip | null
  /** Whether `dip` has to be stored after the state, because a new observation clears the stored dip. */
  mustStoreDip: boolean
  /** Whether all known fields were checked (`recordChecked`). If not, the account needs another turn. */
  isChecked: boolean
}

const ALL_FIELDS = [...BAN_FIELDS, 'DaysSinceLastBan'] as const

/**
 * Compares a valid record with the known state of the account. More or worse bans are changes at once. Fewer bans are a dip, and become
 * changes when a later sweep confirms them. A missing field is unknown and changes nothing. A record of a lookup that is older than the
 * known state is ignored. Without known bans every record becomes a baseline, so do not pass records of lookups then.
 */
export function compareRecords(known: KnownState, seen: SeenRecord): Comparison {
  const { current, dip, checkedAt } = known
  if (current === null) return toBaseline(seen)
  const { record, lastBan, firstSeenAt } = current
  // Compared with both times, because an incomplete record can be an observation without being a check.
  if (seen.sweepId === null && seen.at <= Math.max(firstSeenAt, checkedAt ?? 0)) {
    return { kind: 'unchanged', state: { record, lastBan }, changes: [], dip, mustStoreDip: false, isChecked: false }
  }

  const window = windowOf([checkedAt, firstSeenAt], seen.at)
  const isComplete = hasKnownFields(ALL_FIELDS, { known: record, seen: seen.record })
  const rises = findRises(record, seen.record)
  const { lifts, pending, hasUnnoted } = findDips(record, dip, seen, { window, canConfirm: isComplete })
  const values = withChanges({ ...seen.record, ...record }, [...rises, ...lifts])
  const risen = rises.filter(isCount).reduce((sum, { from, to }) => sum + Number(to) - Number(from), 0)
  const dates = dateBans({ known: current, dip, seen, values, window, risen, hasLifts: lifts.some(isCount) })
  const changes = [
    ...rises.map((rise) => toChange(rise, isCount(rise) ? dates.newBans : window, false)),
    ...lifts.map((lift) => toChange(lift, lift.when, true)),
    ...(dates.newerBan ? [dates.newerBan] : []),
  ]
  const isFilled = ALL_FIELDS.some((field) => record[field] === undefined && values[field] !== undefined)
  return {
    kind:
      changes.length > 0 ? 'changed' : isFilled || !isSameInterval(dates.lastBan, lastBan) ? 'refined' : 'unchanged',
    state: { record: changes.length > 0 ? withDays(values, seen) : values, lastBan: dates.lastBan },
    changes,
    dip: pending,
    mustStoreDip: changes.length > 0 ? pending !== null : !isSameDip(pending, dip),
    isChecked: isComplete && !hasUnnoted,
  }
}

/**
 * Whether a change is news for an entry with this baseline. A lift is news only if the baseline is not newer than the last check before the
 * lift. Otherwise a server would be alerted that a ban is lifted which its baseline did not have.
 */
export function isNewsFor(baselineAt: number, { isLifted, when }: BanChange): boolean {
  return !isLifted || baselineAt <= checkedBefore(when)
}

function toBaseline(seen: SeenRecord): Comparison {
  const state = { record: seen.record, lastBan: dayIntervalOf(seen) }
  return { kind: 'baseline', state, changes: [], dip: null, mustStoreDip: false, isChecked: true }
}

function findRises(known: BanRecord, seen: BanRecord): FieldChange[] {
  return BAN_FIELDS.flatMap((field) => {
    const [from, to] = [known[field], seen[field]]
    const isRise = from !== undefined && to !== undefined && differenceOf(from, to) === 'worse'
    return isRise ? [{ field, from, to }] : []
  })
}

/** Adds the record's days since the last ban to the values, unless they count from a ban that is not among the values. */
function withDays(values: BanRecord, { record: { DaysSinceLastBan: days, ...seen } }: SeenRecord): BanRecord {
  const hasSameCounts = COUNT_FIELDS.every((field) => values[field] === seen[field])
  return hasSameCounts && days !== undefined ? { ...values, DaysSinceLastBan: days } : values
}

function toChange({ field, from, to }: FieldChange, when: Interval, isLifted: boolean): BanChange {
  return { kind: KIND_OF[field], from, to, isLifted, when }
}

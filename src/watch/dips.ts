import type { Dip } from './database/accounts.ts'
import type { BanRecord, Interval } from '../model/ban-record.ts'
import {
  BAN_FIELDS,
  differenceOf,
  type FieldChange,
  hull,
  isSameInterval,
  type SeenRecord,
  severerOf,
  withChanges,
} from './ban-fields.ts'

interface DipFindings {
  /** Confirmed changes for the better, with the intervals in which they happened. */
  lifts: (FieldChange & { when: Interval })[]
  /** The dip that a later sweep has to confirm; null without one. */
  pending: Dip | null
  /** Whether the record shows a lower value that is not pending, because this record cannot start a dip. */
  hasUnnoted: boolean
}

/**
 * Finds the fields in which a record is better than the known record. A field of the pending `dip` is confirmed when a record of a later
 * sweep is better in it too; of its values in the dip and in that record, the more severe one counts. `canConfirm` is false for an
 * incomplete record. `window` is the interval since the last check.
 */
export function findDips(
  known: BanRecord,
  dip: Dip | null,
  { record, sweepId }: SeenRecord,
  { window, canConfirm }: { window: Interval; canConfirm: boolean },
): DipFindings {
  const isConfirming = canConfirm && dip !== null && sweepId !== null && sweepId > dip.sweepId
  const noted = findNoted(known, dip?.record ?? {}, record)
  const lower = findLower(withChanges(known, noted), record)
  const wasNoted = ({ field }: FieldChange) => noted.some((change) => change.field === field)
  const added = lower.filter((change) => sweepId !== null && (isConfirming || !wasNoted(change)))
  return {
    lifts: isConfirming ? noted.map((change) => ({ ...change, when: dip.when })) : [],
    pending: toPending(dip, { kept: isConfirming ? [] : noted, added, sweepId, window }),
    hasUnnoted: added.length < lower.length,
  }
}

export function isSameDip(a: Dip | null, b: Dip | null): boolean {
  if (a === null || b === null) return a === b
  if (a.sweepId !== b.sweepId || !isSameInterval(a.when, b.when)) return false
  return BAN_FIELDS.every((field) => a.record[field] === b.record[field])
}

/**
 * The fields of the pending dip (`noted`) in which `seen` is still better than `known`. Each gets the more severe of its values in `noted`
 * and `seen`, or its value in `noted` if it is missing in `seen`.
 */
function findNoted(known: BanRecord, noted: BanRecord, seen: BanRecord): FieldChange[] {
  return BAN_FIELDS.flatMap((field) => {
    const [from, low] = [known[field], noted[field]]
    if (from === undefined || low === undefined) return []
    const to = severerOf(low, seen[field] ?? low)
    return differenceOf(from, to) === 'better' ? [{ field, from, to }] : []
  })
}

function findLower(known: BanRecord, seen: BanRecord): FieldChange[] {
  return BAN_FIELDS.flatMap((field) => {
    const [from, to] = [known[field], seen[field]]
    return from !== undefined && to !== undefined && differenceOf(from, to) === 'better' ? [{ field, from, to }] : []
  })
}

/** The new pending dip; null without one. When the record adds a field, the confirmation of all fields starts again. */
function toPending(
  dip: Dip | null,
  found: { kept: FieldChange[]; added: FieldChange[]; sweepId: number | null; window: Interval },
): Dip | null {
  const { kept, added, sweepId, window } = found
  const record = withChanges({}, [...kept, ...added])
  if (sweepId === null || added.length === 0) return dip && kept.length > 0 ? { ...dip, record } : null
  return { record, sweepId, when: dip && kept.length > 0 ? hull(dip.when, window) : window }
}

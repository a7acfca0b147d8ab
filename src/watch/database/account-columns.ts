import { z } from 'zod'
import { banRecordSchema, intervalSchema, type BanRecord, type Interval } from '../../model/ban-record.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { columnsOf, jsonColumn } from '../../database/rows.ts'

const recordColumn = jsonColumn(banRecordSchema)
const dipSchema = z.object({ record: banRecordSchema, sweepId: z.int(), when: intervalSchema })

/** The columns of a ban state. */
export const banStateShape = {
  record: recordColumn,
  lastBanAfter: unixSecondsSchema.nullable(),
  lastBanBefore: unixSecondsSchema.nullable(),
}

const accountSchema = z.object({
  steamId: z.string(),
  dip: jsonColumn(dipSchema).nullable(),
  checkedAt: unixSecondsSchema.nullable(),
  failedTurns: z.int(),
})
const newestSchema = z.object({
  ...banStateShape,
  firstSeenAt: unixSecondsSchema.nullable(),
  record: recordColumn.nullable(),
})

/** A row with an account and its newest observation. Without an observation, the fields of the observation are null. */
export const accountRowSchema = z.object({
  ...accountSchema.shape,
  ...newestSchema.shape,
  observationId: z.int().nullable(),
})

/** The columns of `accountRowSchema` for an account `a` and its newest observation `o`. */
export const ACCOUNT_COLUMNS = {
  ...columnsOf(accountSchema, 'a'),
  ...columnsOf(newestSchema, 'o'),
  observationId: 'o.id',
}

type BanStateColumns = z.infer<z.ZodObject<typeof banStateShape>>

/** Converts the columns of a row to a `BanState`. */
export function toBanState({ record, lastBanAfter, lastBanBefore }: BanStateColumns) {
  const isKnown = lastBanAfter !== null && lastBanBefore !== null
  return { record, lastBan: isKnown ? { after: lastBanAfter, before: lastBanBefore } : null }
}

/** Converts a `BanState` to the fields of a row. */
export const fromBanState = ({
  record,
  lastBan,
}: {
  record: BanRecord
  lastBan: Interval | null
}): BanStateColumns => ({
  record,
  lastBanAfter: lastBan?.after ?? null,
  lastBanBefore: lastBan?.before ?? null,
})

/** Converts a row to an `AccountState`. */
export function toAccountState(row: z.infer<typeof accountRowSchema>) {
  const { steamId, dip, checkedAt, failedTurns, observationId, firstSeenAt, record } = row
  const hasObservation = observationId !== null && firstSeenAt !== null && record !== null
  const current = hasObservation ? { ...toBanState({ ...row, record }), firstSeenAt, observationId } : null
  return { steamId, current, dip, checkedAt, failedTurns }
}

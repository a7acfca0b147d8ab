import { z } from 'zod'
import type { CallContext } from '../../lib/call-context.ts'
import { banRecordSchema, type BanRecord } from '../../model/ban-record.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { SteamCall } from '../upstream/request.ts'
import { BAN_LIST } from './ban-list.ts'
import { createRecordCall } from './read-records.ts'

/** The record of each account that has one, or the error of an unusable record. */
export type BanRecords = Map<SteamId, BanRecord | RapsheetError>

const wireSchema = banRecordSchema.extend({ SteamId: z.string(), VACBanned: z.exactOptional(z.boolean()) })

const askSteam = createRecordCall({
  ...BAN_LIST,
  recordSchema: z.preprocess(withoutNulls, wireSchema).refine(isUsable),
  toValue: ({ SteamId: _, VACBanned: __, ...record }): BanRecord => record,
})

/**
 * The ban records of up to 100 accounts, in one call. Unlike `getPlayerBans`, it reads incomplete records too: a field that
 * Steam left out or sent as null is absent, which means unknown.
 */
export async function getBanRecords(
  call: SteamCall,
  steamIds: SteamId[],
  callContext: CallContext,
): Promise<BanRecords> {
  const records: BanRecords = new Map()
  for (const [steamId, found] of await askSteam(call, steamIds, callContext)) {
    records.set(steamId, 'error' in found ? found.error : found.value)
  }
  return records
}

function withoutNulls(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !Object.values(record).includes(null)) return record
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
}

/** Whether a record says something, and does not contradict itself. */
function isUsable({ SteamId: _, VACBanned, ...record }: z.infer<typeof wireSchema>): boolean {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days = 0 } = record
  if (Object.keys(record).length === 0) return false
  if (VACBanned !== undefined && vac !== undefined && VACBanned !== vac > 0) return false
  const hasNoVacBan = vac === 0 || VACBanned === false
  return days === 0 || !hasNoVacBan || game !== 0
}

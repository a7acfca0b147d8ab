import { z } from 'zod'
import type { CallContext } from '../../lib/call-context.ts'
import { findDoubledKeys } from '../../lib/doubled-keys.ts'
import { type Bans, bansSchema } from '../../model/account.ts'
import { type BanRecord, banRecordSchema } from '../../model/ban-record.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { SteamCall } from '../upstream/request.ts'
import { createRecordCall, createRecordMethod } from './read-records.ts'

const ID_FIELD = 'SteamId'

// Unlike summaries, bans have no `response` around the list.
const listSchema = z.object({ players: z.array(z.unknown()) }).transform(({ players }) => players)

/** The request for ban records, and how the list in its answer is read. */
const BAN_LIST = {
  method: 'bans',
  path: '/ISteamUser/GetPlayerBans/v1/',
  parse: parseBanList,
  listSchema,
  idField: ID_FIELD,
} as const

/**
 * Parses a list of ban records. A record with a repeated key contradicts itself, so it is reduced to its id, and thereby malformed. A
 * record with a repeated id is reduced to `{}`. Null when a key of the answer itself is repeated, such as `players`.
 */
function parseBanList(text: string): unknown {
  const body: unknown = JSON.parse(text)
  const doubled = findDoubledKeys(text)
  if (doubled.length === 0) return body
  if (doubled.some(({ path }) => path.length === 0)) return null
  const list = listSchema.safeParse(body)
  if (!list.success) return body
  const inRecords = doubled.filter(({ path }) => path.length === 2 && path[0] === 'players')
  const malformed = new Set(inRecords.map(({ path }) => path[1]))
  const nameless = new Set(inRecords.filter(({ key }) => key === ID_FIELD).map(({ path }) => path[1]))
  const players = list.data.map((record, index) => {
    if (!malformed.has(index)) return record
    const steamId: unknown = Reflect.get(Object(record), ID_FIELD)
    return nameless.has(index) ? {} : { [ID_FIELD]: steamId }
  })
  return { players }
}

/** The ban records of up to 100 accounts; for a deleted account, Steam sends null or no record. */
export const getPlayerBans = createRecordMethod({
  ...BAN_LIST,
  recordSchema: z.preprocess(
    // Old answers lack the count of game bans.
    (record) => (typeof record === 'object' ? { NumberOfGameBans: 0, ...record } : record),
    bansSchema.safeExtend({ SteamId: z.string() }),
  ),
  toValue: ({ SteamId: _, ...bans }): Bans => bans,
})

/** For each account with a record: the record, or an error if the record is unusable. */
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

/** Whether a record has at least one field, and does not contradict itself. */
function isUsable({ SteamId: _, VACBanned, ...record }: z.infer<typeof wireSchema>): boolean {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days = 0 } = record
  if (Object.keys(record).length === 0) return false
  if (VACBanned !== undefined && vac !== undefined && VACBanned !== vac > 0) return false
  const hasNoVacBan = vac === 0 || VACBanned === false
  return days === 0 || !hasNoVacBan || game !== 0
}

import { z } from 'zod'
import { findDoubledKeys } from '../../lib/doubled-keys.ts'

const ID_FIELD = 'SteamId'

// Unlike summaries, bans have no `response` around the list.
const listSchema = z.object({ players: z.array(z.unknown()) }).transform(({ players }) => players)

/** The call for ban records, and how its list is read. */
export const BAN_LIST = {
  method: 'bans',
  path: '/ISteamUser/GetPlayerBans/v1/',
  parse: parseBanList,
  listSchema,
  idField: ID_FIELD,
} as const

/**
 * Parses a list of ban records. Two keys of the same name contradict each other: such a record keeps its id alone, so that it is
 * malformed, and an answer with two lists is null.
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

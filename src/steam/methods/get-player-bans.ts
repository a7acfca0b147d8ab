import { z } from 'zod'
import { bansSchema, type Bans } from '../../model/account.ts'
import { createRecordMethod } from './read-records.ts'

/** The ban records of up to 100 accounts; for a deleted account there is no record or a null. */
export const getPlayerBans = createRecordMethod({
  method: 'bans',
  path: '/ISteamUser/GetPlayerBans/v1/',
  // Unlike summaries, bans have no `response` around the list.
  listSchema: z.object({ players: z.array(z.unknown()) }).transform(({ players }) => players),
  recordSchema: z.preprocess(
    // Old answers lack the count of game bans.
    (record) => (typeof record === 'object' ? { NumberOfGameBans: 0, ...record } : record),
    bansSchema.safeExtend({ SteamId: z.string() }),
  ),
  idField: 'SteamId',
  toValue: ({ SteamId: _, ...bans }): Bans => bans,
})

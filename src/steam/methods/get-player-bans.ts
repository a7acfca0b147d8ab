import { z } from 'zod'
import { bansSchema, type Bans } from '../../model/account.ts'
import { BAN_LIST } from './ban-list.ts'
import { createRecordMethod } from './read-records.ts'

/** The ban records of up to 100 accounts; for a deleted account there is no record or a null. */
export const getPlayerBans = createRecordMethod({
  ...BAN_LIST,
  recordSchema: z.preprocess(
    // Old answers lack the count of game bans.
    (record) => (typeof record === 'object' ? { NumberOfGameBans: 0, ...record } : record),
    bansSchema.safeExtend({ SteamId: z.string() }),
  ),
  toValue: ({ SteamId: _, ...bans }): Bans => bans,
})

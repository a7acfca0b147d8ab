import { z } from 'zod'
import type { BatchAnswer } from '../lib/batch-queue.ts'
import type { Caller } from '../lib/caller.ts'
import { bansSchema } from '../model/account.ts'
import type { Bans } from '../model/account.ts'
import { countSchema } from '../model/bounds.ts'
import type { SteamId } from '../model/steam-id.ts'
import { valueOf } from './answer.ts'
import { readRecords } from './records.ts'
import type { SteamCall } from './transport.ts'

// Unlike its sisters this method has no `response` around its answer.
const answerSchema = z.object({ players: z.array(z.unknown()) })

/**
 * Whether the parts of a record agree. Of one that says "banned" in one place and "never" in another nobody can tell which
 * half is wrong: it is a failed answer, neither clean nor banned.
 */
function agrees({ VACBanned, NumberOfVACBans, NumberOfGameBans, DaysSinceLastBan }: Bans): boolean {
  // An old answer without the count of game bans still has the days since one.
  const hasBanToDate = NumberOfVACBans > 0 || NumberOfGameBans > 0
  return VACBanned === NumberOfVACBans > 0 && (hasBanToDate || DaysSinceLastBan === 0)
}

/** A ban record, as kept. */
export const banRecordSchema = bansSchema.refine(agrees)

const answeredSchema = bansSchema
  // Old answers lack the count of game bans.
  .extend({ SteamId: z.string(), NumberOfGameBans: countSchema.default(0) })
  .refine(agrees)

/** The ban records of up to 100 accounts; deleted accounts are left out or stand as null among the others. */
export async function getPlayerBans(call: SteamCall, steamIds: SteamId[], caller: Caller): Promise<BatchAnswer<Bans>> {
  const records = readRecords({ schema: answeredSchema, idOf: 'SteamId', asked: steamIds })
  const answer = await call(
    {
      method: 'bans',
      path: '/ISteamUser/GetPlayerBans/v1/',
      query: { steamids: steamIds.join(',') },
      schema: answerSchema,
      isAbout: ({ players }) => records.areThoseAsked(players),
    },
    caller,
  )
  return records.read(valueOf(answer).players, ({ SteamId: _, ...bans }) => bans)
}

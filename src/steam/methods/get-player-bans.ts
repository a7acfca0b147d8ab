import { z } from 'zod'
import type { BatchAnswer } from '../../lib/batch-queue.ts'
import type { CallContext } from '../../lib/call-context.ts'
import { bansSchema, type Bans } from '../../model/account.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { valueOf } from '../upstream/answer.ts'
import { readRecords } from './read-records.ts'
import type { SteamCall } from '../upstream/request.ts'

// Unlike the other methods this one has no `response` around its answer.
const answerSchema = z.object({ players: z.array(z.unknown()) })

const recordSchema = z.preprocess(
  // Old answers lack the count of game bans.
  (record) => (typeof record === 'object' ? { NumberOfGameBans: 0, ...record } : record),
  bansSchema.safeExtend({ SteamId: z.string() }),
)

/** The ban records of up to 100 accounts; for a deleted account there is no record or a null. */
export async function getPlayerBans(
  call: SteamCall,
  steamIds: SteamId[],
  callContext: CallContext,
): Promise<BatchAnswer<Bans>> {
  const records = readRecords(recordSchema, 'SteamId', steamIds)
  const answer = await call(
    {
      method: 'bans',
      path: '/ISteamUser/GetPlayerBans/v1/',
      query: { steamids: steamIds.join(',') },
      schema: answerSchema,
      isAbout: ({ players }) => records.hasOnlyAskedIds(players),
    },
    callContext,
  )
  return records.read(valueOf(answer).players, ({ SteamId: _, ...bans }) => bans)
}

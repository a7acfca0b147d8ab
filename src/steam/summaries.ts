import { z } from 'zod'
import type { BatchAnswer } from '../lib/batch-queue.ts'
import type { Caller } from '../lib/caller.ts'
import type { SteamId } from '../model/steam-id.ts'
import { readRecords } from './records.ts'
import type { SteamCall } from './transport.ts'

/** The public part of a profile, as kept. */
export const summarySchema = z.object({
  personaname: z.string(),
  profileurl: z.string(),
  avatar: z.string(),
  avatarfull: z.string(),
  timecreated: z.number().nullable(),
})
export type Summary = z.infer<typeof summarySchema>

const answerSchema = z.object({ response: z.object({ players: z.array(z.unknown()) }) })

// Nearly everything else is optional upstream, and a private profile lacks `timecreated`.
const playerSchema = summarySchema.extend({ steamid: z.string(), timecreated: z.number().nullable().default(null) })

/** The summaries of up to 100 accounts; Steam leaves out those it does not know, in no promised order. */
export async function getSummaries(
  call: SteamCall,
  steamIds: SteamId[],
  caller: Caller,
): Promise<BatchAnswer<Summary>> {
  const records = readRecords({ schema: playerSchema, idOf: 'steamid', asked: steamIds })
  const answer = await call(
    {
      method: 'summaries',
      path: '/ISteamUser/GetPlayerSummaries/v2/',
      query: { steamids: steamIds.join(',') },
      schema: answerSchema,
      isAbout: ({ response }) => records.areThoseAsked(response.players),
    },
    caller,
  )
  if (!answer.ok) return {}
  return records.read(
    answer.value.response.players,
    ({ personaname, profileurl, avatar, avatarfull, timecreated }) => ({
      personaname,
      profileurl,
      avatar,
      avatarfull,
      timecreated,
    }),
  )
}

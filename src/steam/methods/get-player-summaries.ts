import { z } from 'zod'
import type { BatchAnswer } from '../../lib/batch-queue.ts'
import type { CallContext } from '../../lib/call-context.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { RapsheetError } from '../../model/error.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { valueOf } from '../upstream/answer.ts'
import { KNOWN_ACCOUNT } from './known-account.ts'
import { isSafeAvatarUrl, isSafeProfileUrl, toSafeAvatarUrl, toSafeProfileUrl } from './safe-links.ts'
import { readRecords } from './read-records.ts'
import type { SteamCall } from '../upstream/request.ts'

/** The public part of a profile, as cached. Links lead to Steam's own hosts; the link of any other picture is empty. */
export const summarySchema = z.object({
  personaname: z.string(),
  profileurl: z.string().refine(isSafeProfileUrl),
  avatar: z.string().refine(isSafeAvatarUrl),
  avatarfull: z.string().refine(isSafeAvatarUrl),
  timecreated: unixSecondsSchema.nullable(),
  /** Two letters; null when the owner shows no country. */
  loccountrycode: z.string().nullable(),
})
export type Summary = z.infer<typeof summarySchema>

const answerSchema = z.object({ response: z.object({ players: z.array(z.unknown()) }) })

// `timecreated` and `loccountrycode` are optional upstream: private profiles lack them.
const playerSchema = summarySchema.extend({
  steamid: z.string(),
  profileurl: z.string(),
  avatar: z.string(),
  avatarfull: z.string(),
  // 0 stands for no date.
  timecreated: unixSecondsSchema
    .nullable()
    .default(null)
    .transform((seconds) => seconds || null),
  loccountrycode: z
    .string()
    .nullable()
    .default(null)
    .transform((code) => (code !== null && /^[A-Z]{2}$/.test(code) ? code : null)),
})

/** The summaries of up to 100 accounts, in any order; Steam leaves out accounts that it does not know. */
export async function getSummaries(
  call: SteamCall,
  steamIds: SteamId[],
  callContext: CallContext,
): Promise<BatchAnswer<Summary>> {
  const records = readRecords(playerSchema, 'steamid', steamIds)
  const answer = await call(
    {
      method: 'summaries',
      path: '/ISteamUser/GetPlayerSummaries/v2/',
      query: { steamids: steamIds.join(',') },
      schema: answerSchema,
      isAbout: ({ response }) => records.hasOnlyAskedIds(response.players),
    },
    callContext,
  )
  return records.read(valueOf(answer).response.players, toSummary)
}

function toSummary({ steamid, profileurl, avatar, avatarfull, ...rest }: z.infer<typeof playerSchema>): Summary {
  return {
    ...rest,
    profileurl: toSafeProfileUrl(profileurl, steamid),
    avatar: toSafeAvatarUrl(avatar),
    avatarfull: toSafeAvatarUrl(avatarfull),
  }
}

/**
 * As `getSummaries`, for up to 99 accounts, with a known account added to the call: when the answer lacks the known account, it
 * proves nothing, and every other account that it lacks is an error instead of absent.
 */
export async function getConfirmedSummaries(
  call: SteamCall,
  steamIds: SteamId[],
  callContext: CallContext,
): Promise<BatchAnswer<Summary>> {
  const answer = await getSummaries(call, [...new Set([...steamIds, KNOWN_ACCOUNT])], callContext)
  if (answer[KNOWN_ACCOUNT] !== undefined) return answer
  const missing = steamIds.filter((steamId) => answer[steamId] === undefined)
  const error = new RapsheetError(
    'platform_unavailable',
    'Steam left known accounts out of its answer, so nothing can be concluded from it; try again in a minute.',
  )
  return { ...answer, ...Object.fromEntries(missing.map((steamId) => [steamId, { error }])) }
}

import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { unavailable } from '../upstream/answer.ts'
import { isSafeAvatarUrl, isSafeProfileUrl, toSafeAvatarUrl, toSafeProfileUrl } from './safe-links.ts'
import { createRecordMethod, type RecordMethod } from './read-records.ts'

/** A public account that has existed since 2003. An answer that lacks this account, although it was asked for, is incomplete. */
export const KNOWN_ACCOUNT: SteamId = '76561197960287930'

/** `communityvisibilitystate` of a public profile; every other value means private. */
const PUBLIC = 3
/** `profilestate` of a profile that was set up. */
const SET_UP = 1

const shownSchema = z.object({
  personaname: z.string(),
  profileurl: z.string().refine(isSafeProfileUrl),
  avatar: z.string().refine(isSafeAvatarUrl),
  avatarfull: z.string().refine(isSafeAvatarUrl),
  timecreated: unixSecondsSchema.nullable(),
  /** Two letters; null when the owner shows no country. */
  loccountrycode: z.string().nullable(),
})

/**
 * The public part of a profile, as cached. All links lead to Steam's own hosts; a link to a picture on another host is replaced by an empty
 * text.
 */
export const summarySchema = shownSchema.extend({
  /** Null when Steam did not say. */
  isPrivate: z.boolean().nullable(),
  /** Whether the profile was ever set up; null when Steam did not say. */
  isConfigured: z.boolean().nullable(),
})
export type Summary = z.infer<typeof summarySchema>

// `timecreated` and `loccountrycode` are optional upstream: private profiles lack them.
const playerSchema = shownSchema.extend({
  steamid: z.string(),
  profileurl: z.string(),
  avatar: z.string().transform(toSafeAvatarUrl),
  avatarfull: z.string().transform(toSafeAvatarUrl),
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
  // An unexpected value in one of the next two fields makes only that field null, and does not invalidate the record.
  communityvisibilitystate: z.int().nullable().default(null).catch(null),
  profilestate: z.int().nullish().catch(null),
})

/** The summaries of up to 100 accounts; Steam leaves out accounts that it does not know. */
export const getSummaries = createRecordMethod({
  method: 'summaries',
  path: '/ISteamUser/GetPlayerSummaries/v2/',
  listSchema: z
    .object({ response: z.object({ players: z.array(z.unknown()) }) })
    .transform(({ response }) => response.players),
  recordSchema: playerSchema,
  idField: 'steamid',
  toValue: ({ steamid, communityvisibilitystate: visibility, profilestate, ...player }): Summary => ({
    ...player,
    profileurl: toSafeProfileUrl(player.profileurl, steamid),
    isPrivate: visibility === null ? null : visibility !== PUBLIC,
    isConfigured: readConfigured(visibility, profilestate),
  }),
})

/**
 * Whether a profile was ever set up; null when Steam did not say. Steam omits `profilestate` for a profile that was never set up. A record
 * that lacks the visibility too is incomplete and proves nothing.
 */
function readConfigured(visibility: number | null, profileState: number | null | undefined): boolean | null {
  if (profileState === SET_UP) return true
  return visibility !== null && profileState === undefined ? false : null
}

/**
 * Asks for the summaries of up to 99 accounts, together with a known account. An answer that lacks the known account is incomplete: every
 * other account that it lacks then gets an error instead of being absent.
 */
export const getConfirmedSummaries: RecordMethod<Summary> = async (call, steamIds, callContext) => {
  const answer = await getSummaries(call, [...new Set([...steamIds, KNOWN_ACCOUNT])], callContext)
  if (answer[KNOWN_ACCOUNT] !== undefined) return answer
  const missing = steamIds.filter((steamId) => answer[steamId] === undefined)
  const error = unavailable('Steam sent an incomplete list of profiles')
  return { ...answer, ...Object.fromEntries(missing.map((steamId) => [steamId, { error }])) }
}

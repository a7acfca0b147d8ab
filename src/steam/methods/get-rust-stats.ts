import { z } from 'zod'
import type { CallContext } from '../../lib/call-context.ts'
import { counterSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { statsSchema } from '../../model/stats.ts'
import { isEmptyObject } from '../upstream/answer.ts'
import { RUST_APP_ID } from './rust.ts'
import { KNOWN_NAMES, toStats } from './stats-mapping.ts'
import type { SteamCall } from '../upstream/request.ts'

/** The statistics of an account, or why there are none. */
export const statsAnswerSchema = z.union([
  z.object({ kind: z.literal('stats'), stats: statsSchema }),
  z.object({ kind: z.literal('private') }),
  z.object({ kind: z.literal('none') }),
])
export type StatsAnswer = z.infer<typeof statsAnswerSchema>

/** Whether a counter has a possible value; counters that are not shown are not checked. */
const isBelievable = ({ name, value }: { name: string; value: number }) =>
  !KNOWN_NAMES.has(name) || counterSchema.safeParse(value).success

/** Whether a game is Rust: its name is empty in recorded answers, and Steam's placeholder for a game without one has the app id. */
const isRust = (gameName: string) =>
  gameName === '' || gameName === `ValveTestApp${RUST_APP_ID}` || /^rust\b/i.test(gameName)

const answerSchema = z.object({
  playerstats: z.object({
    steamID: z.string(),
    gameName: z.string().refine(isRust).optional(),
    stats: z
      .array(z.object({ name: z.string(), value: z.number() }).refine(isBelievable))
      // Without any counter of Rust, the list is of another game, and would be read as zeros.
      .refine((stats) => stats.length === 0 || stats.some(({ name }) => KNOWN_NAMES.has(name)))
      .optional(),
  }),
})

/** Rust statistics; `onUnknown` is called with the number of counters that the mapping does not know. */
export async function getRustStats(
  call: SteamCall,
  steamId: SteamId,
  callContext: CallContext,
  onUnknown: (count: number) => void,
): Promise<StatsAnswer> {
  const answer = await call(
    {
      method: 'stats',
      path: '/ISteamUserStats/GetUserStatsForGame/v2/',
      query: { steamid: steamId, appid: String(RUST_APP_ID) },
      schema: answerSchema,
      matchesRequest: ({ playerstats }) => playerstats.steamID === steamId,
      // Private: a 403 with `{}`, as recorded, or with Steam's own "Forbidden" page, which was never recorded.
      isMeaningful: ({ status, body, steamPage }) =>
        (isEmptyObject(body) && (status === 403 || status === 400)) || (status === 403 && steamPage === 'Forbidden'),
    },
    callContext,
  )
  if (!answer.ok) return answer.status === 403 ? { kind: 'private' } : { kind: 'none' }
  const { stats = [] } = answer.value.playerstats
  // With an empty list, or none, the account owns Rust but has no counters yet. In other lists a missing counter is 0.
  if (stats.length === 0) return { kind: 'none' }
  onUnknown(stats.filter(({ name }) => !KNOWN_NAMES.has(name)).length)
  return { kind: 'stats', stats: toStats(new Map(stats.map(({ name, value }) => [name, value]))) }
}

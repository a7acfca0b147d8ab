import { z } from 'zod'
import { toTenths } from '../../lib/tenths.ts'
import { countSchema, hoursSchema, minutesSchema, unixSecondsSchema } from '../../model/bounds.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { valueOf } from '../upstream/answer.ts'
import type { MethodCall } from '../upstream/request.ts'

/** Rust's id on Steam. */
export const RUST_APP_ID = 252490

/** Hours in Rust with one decimal, in total and in the last two weeks, and the total in minutes; all are 0 when Rust is not owned. */
export const rustHoursSchema = z.object({
  total: hoursSchema,
  twoWeeks: hoursSchema,
  minutes: minutesSchema,
  isOwned: z.boolean(),
})
export type RustHours = z.infer<typeof rustHoursSchema>

const gameSchema = z.object({
  appid: z.int(),
  playtime_forever: minutesSchema,
  // Absent when the game was not played in the last two weeks.
  playtime_2weeks: minutesSchema.default(0),
  // Many recorded entries lack this field.
  rtime_last_played: unixSecondsSchema.optional(),
})

const answerSchema = z.union([
  // When the game details are hidden, Steam sends exactly an empty `response`, whatever the profile's visibility.
  z.strictObject({ response: z.strictObject({}) }),
  z.object({
    response: z
      .object({ game_count: countSchema, games: z.array(gameSchema).default([]) })
      .refine(({ game_count, games }) => (game_count === 0) === (games.length === 0))
      .refine(({ games }) => isConsistent(games.filter(isRust))),
  }),
])

function isRust({ appid }: { appid: number }): boolean {
  return appid === RUST_APP_ID
}

/** Whether there is at most one entry for Rust, with no more playtime in two weeks than in total. */
function isConsistent([rust, ...others]: z.infer<typeof gameSchema>[]): boolean {
  return others.length === 0 && (!rust || rust.playtime_2weeks <= rust.playtime_forever)
}

/** Hours in Rust; 0 when the account owns no Rust, null when it hides its game details or its playtime. */
export const getRustHours: MethodCall<SteamId, RustHours | null> = async (call, steamId, callContext) => {
  const answer = await call(
    {
      method: 'games',
      path: '/IPlayerService/GetOwnedGames/v1/',
      query: { steamid: steamId, include_played_free_games: '1', 'appids_filter[0]': String(RUST_APP_ID) },
      schema: answerSchema,
    },
    callContext,
  )
  const { response } = valueOf(answer)
  if (!('games' in response)) return null
  const rust = response.games.find(isRust)
  if (!rust) return { total: 0, twoWeeks: 0, minutes: 0, isOwned: false }
  // 0 minutes mean "not played" only if `rtime_last_played` is 0, which means never; otherwise the playtime is hidden.
  if (rust.playtime_forever === 0 && rust.rtime_last_played !== 0) return null
  const { playtime_forever: minutes, playtime_2weeks: minutesTwoWeeks } = rust
  return { total: toHours(minutes), twoWeeks: toHours(minutesTwoWeeks), minutes, isOwned: true }
}

const toHours = (minutes: number) => toTenths(minutes / 60)

import { z } from 'zod'
import type { Caller } from '../lib/caller.ts'
import type { SteamId } from '../model/steam-id.ts'
import { RUST_APP_ID } from './rust.ts'
import { isPrivate } from './answer.ts'
import type { SteamCall } from './transport.ts'

/** Hours in Rust with one decimal, and those of them in the last two weeks. */
export const rustHoursSchema = z.object({ total: z.number(), twoWeeks: z.number() })
export type RustHours = z.infer<typeof rustHoursSchema>

const gameSchema = z.object({
  appid: z.number(),
  playtime_forever: z.number(),
  // Absent when the game was not played in the last two weeks.
  playtime_2weeks: z.number().default(0),
  rtime_last_played: z.number().default(0),
})

const answerSchema = z.object({
  response: z.object({ game_count: z.number().optional(), games: z.array(gameSchema).optional() }),
})

/** Hours in Rust; 0 when the account owns no Rust, null when it hides its game details. */
export async function getRustHours(call: SteamCall, steamId: SteamId, caller: Caller): Promise<RustHours | null> {
  const answer = await call(
    {
      method: 'games',
      path: '/IPlayerService/GetOwnedGames/v1/',
      query: { steamid: steamId, include_played_free_games: '1', 'appids_filter[0]': String(RUST_APP_ID) },
      schema: answerSchema,
      isAbout: ({ response: { game_count: owned = 0, games = [] } }) => owned === 0 || games.length > 0,
      isMeaningful: isPrivate,
    },
    caller,
  )
  if (!answer.ok) return null
  const { game_count: owned, games } = answer.value.response
  // Hidden game details are an empty `response`, whatever the profile's visibility.
  if (owned === undefined && games === undefined) return null
  const rust = games?.find(({ appid }) => appid === RUST_APP_ID)
  if (!rust) return { total: 0, twoWeeks: 0 }
  // Listed without a minute but played once: the account hides its playtime alone.
  if (rust.playtime_forever === 0 && rust.rtime_last_played > 0) return null
  return { total: toHours(rust.playtime_forever), twoWeeks: toHours(rust.playtime_2weeks) }
}

const toHours = (minutes: number) => Math.round(minutes / 6) / 10

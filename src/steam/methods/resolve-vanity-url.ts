import { z } from 'zod'
import { isSteamId, type SteamId } from '../../model/steam-id.ts'
import type { MethodCall } from '../upstream/request.ts'

/** The SteamID64 of a group instead of a player. */
const GROUP_ID = /^10358279\d{10}$/
const NO_MATCH = { success: 42 } as const

const answerSchema = z.object({
  response: z.union([
    z.object({ success: z.literal(1), steamid: z.string().refine(isSteamId) }),
    // The name belongs to a group, so it leads to no player.
    z.object({ success: z.literal(1), steamid: z.string().regex(GROUP_ID) }).transform(() => NO_MATCH),
    // Steam reports "no match" as a 200 with this number; any other number is a failed call.
    z.object({ success: z.literal(42) }),
  ]),
})

/** The account with a vanity name; null when no player has it. */
export const resolveVanityUrl: MethodCall<string, SteamId | null> = async (call, name, callContext) => {
  const answer = await call(
    { method: 'vanity', path: '/ISteamUser/ResolveVanityURL/v1/', query: { vanityurl: name }, schema: answerSchema },
    callContext,
  )
  return answer.ok && answer.value.response.success === 1 ? answer.value.response.steamid : null
}

import { z } from 'zod'
import type { Caller } from '../lib/caller.ts'
import { isSteamId } from '../model/steam-id.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { SteamCall } from './transport.ts'

const answerSchema = z.object({
  response: z.union([
    z.object({ success: z.literal(1), steamid: z.string().refine(isSteamId) }),
    // "No match" is told by this number with status 200; any other one is a failed call.
    z.object({ success: z.literal(42) }),
  ]),
})

/** The account that bears a vanity name; null when nobody does. */
export async function resolveVanityUrl(call: SteamCall, name: string, caller: Caller): Promise<SteamId | null> {
  const answer = await call(
    { method: 'vanity', path: '/ISteamUser/ResolveVanityURL/v1/', query: { vanityurl: name }, schema: answerSchema },
    caller,
  )
  return answer.ok && answer.value.response.success === 1 ? answer.value.response.steamid : null
}

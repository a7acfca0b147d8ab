import { z } from 'zod'
import type { Caller } from '../lib/caller.ts'
import { isSteamId } from '../model/steam-id.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { OtherAnswer } from './answer.ts'
import type { SteamCall } from './transport.ts'

/** One friendship; `since` is Unix seconds, 0 where Steam does not say. */
const friendshipSchema = z.object({ steamId: z.string(), since: z.number() })
export type Friendship = z.infer<typeof friendshipSchema>

/** A friend list of up to about 2,000: its size, and those friendships that have a usable id, newest first. */
export const friendListSchema = z.object({ total: z.number(), newest: z.array(friendshipSchema) })
export type FriendList = z.infer<typeof friendListSchema>

const friendSchema = z.object({ steamid: z.string(), friend_since: z.number().default(0) })
type Friend = z.infer<typeof friendSchema>

const answerSchema = z.object({ friendslist: z.object({ friends: z.array(friendSchema).default([]) }) })

/** The friends of an account; null when the list is private. */
export async function getFriendList(call: SteamCall, steamId: SteamId, caller: Caller): Promise<FriendList | null> {
  const answer = await call(
    {
      method: 'friends',
      path: '/ISteamUser/GetFriendList/v1/',
      query: { steamid: steamId, relationship: 'friend' },
      schema: answerSchema,
      isMeaningful: isPrivateList,
    },
    caller,
  )
  if (!answer.ok) return null
  // Whoever is listed twice is one friend.
  const friends = [...new Map(answer.value.friendslist.friends.map((friend) => [friend.steamid, friend])).values()]
  return {
    total: friends.length,
    newest: friends
      // One malformed id would make a batched call fail for everybody on it.
      .filter(({ steamid }) => isSteamId(steamid))
      .toSorted(byNewest)
      .map(({ steamid, friend_since: since }) => ({ steamId: steamid, since })),
  }
}

function byNewest(a: Friend, b: Friend): number {
  return b.friend_since - a.friend_since || (a.steamid < b.steamid ? -1 : 1)
}

/** A private list: a 401 with JSON, `{}` as recorded, or with Steam's own "Unauthorized" page. */
function isPrivateList({ status, body, text }: OtherAnswer): boolean {
  return status === 401 && (body !== undefined || /<(title|h1)>\s*unauthorized\s*</i.test(text))
}

import { z } from 'zod'
import { countSchema, unixSecondsSchema } from '../../model/bounds.ts'
import { RapsheetError } from '../../model/error.ts'
import { isSteamId, type SteamId } from '../../model/steam-id.ts'
import { isEmptyObject } from '../upstream/answer.ts'
import type { MethodCall } from '../upstream/request.ts'

/** One friendship; `since` is Unix seconds, 0 when unknown. */
const friendshipSchema = z.object({ steamId: z.string().refine(isSteamId), since: unixSecondsSchema })
export type Friendship = z.infer<typeof friendshipSchema>

/** A friend list: the number of all friends, and the friendships with a valid id, newest first. Steam allows about 2,000 friends. */
export const friendListSchema = z.object({ total: countSchema, newest: z.array(friendshipSchema) })
export type FriendList = z.infer<typeof friendListSchema>

const friendSchema = z
  .object({ steamid: z.string(), friend_since: unixSecondsSchema.default(0) })
  .transform(({ steamid: steamId, friend_since: since }): Friendship => ({ steamId, since }))

const answerSchema = z.union([
  z.object({ friendslist: z.object({ friends: z.array(friendSchema) }) }),
  // The meaning of `{}` and `{"friendslist":{}}` is unknown; an empty list would be `friends: []`.
  z.strictObject({ friendslist: z.strictObject({}).optional() }).transform(() => 'no list' as const),
])

/**
 * The friends of an account; null when the list is private. For some accounts Steam sends an answer without a list, and is then asked once
 * more. A second answer without a list is an error, which concerns only this account.
 */
export const getFriendList: MethodCall<SteamId, FriendList | null> = async (call, steamId, callContext) => {
  const list = (await fetchList(call, steamId, callContext)) ?? (await fetchList(call, steamId, callContext))
  if (list) return list === 'private' ? null : list
  throw new RapsheetError(
    'platform_unavailable',
    `Steam neither sends the friend list of ${steamId} nor says that it is private; try again later.`,
    { isUnusableRecord: true },
  )
}

/** Makes one call; undefined when the answer contains no list. */
const fetchList: MethodCall<SteamId, FriendList | 'private' | undefined> = async (call, steamId, callContext) => {
  const answer = await call(
    {
      method: 'friends',
      path: '/ISteamUser/GetFriendList/v1/',
      query: { steamid: steamId, relationship: 'friend' },
      schema: answerSchema,
      // For a private list, Steam sends a 401 with `{}` (recorded) or with its own page "Unauthorized" (reported by others).
      isMeaningful: ({ status, body, steamPage }) =>
        status === 401 && (isEmptyObject(body) || steamPage === 'Unauthorized'),
    },
    callContext,
  )
  if (!answer.ok) return 'private'
  if (answer.value === 'no list') return undefined
  // Steam sometimes lists a friend twice.
  const friends = [...new Map(answer.value.friendslist.friends.map((friend) => [friend.steamId, friend])).values()]
  // One malformed id would fail a whole batched call about friends.
  const newest = friends.filter(({ steamId }) => isSteamId(steamId)).toSorted(byNewest)
  return { total: friends.length, newest }
}

function byNewest(a: Friendship, b: Friendship): number {
  return b.since - a.since || (a.steamId < b.steamId ? -1 : 1)
}

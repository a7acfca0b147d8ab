import type { SteamId } from '../../model/steam-id.ts'
import type { FriendConditions } from './friend-filter.ts'

/** What a file of friends contains: `total` of the `totalFriends` friends, from `offset` on, as far as they meet the conditions. */
interface FriendsFile extends FriendConditions {
  steamId: SteamId
  total: number
  totalFriends: number
  offset: number
}

/** `friends-<id>-101-to-200-vac-within-30-days.csv`, without the part and filter that do not apply. */
export function friendsFileName({ steamId, total, totalFriends, offset, kind, within }: FriendsFile): string {
  return [
    `friends-${steamId}`,
    ...(total < totalFriends ? [`-${offset + 1}-to-${offset + total}`] : []),
    ...(kind === 'any' ? [] : [`-${kind}`]),
    ...(within === null ? [] : [`-within-${within}-days`]),
    '.csv',
  ].join('')
}

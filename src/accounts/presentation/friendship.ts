import type { FriendEntry } from '../../model/account.ts'
import { hasBanDate } from './ban-status.ts'
import type { AccountTexts } from '../words/account-texts.ts'

const DAY_SECONDS = 86_400

/**
 * Whether the friendship began before or after the friend's last VAC or game ban. Steam gives only the full days between that
 * ban and `fetchedAt` (Unix seconds), so a difference of up to a day is unclear; so is a missing date.
 */
export function friendshipVersusBan(
  { friendSince, banDetails }: FriendEntry,
  fetchedAt: number,
): 'before' | 'after' | 'unclear' {
  if (friendSince === 0 || !hasBanDate(banDetails)) return 'unclear'
  const bannedAt = fetchedAt - banDetails.DaysSinceLastBan * DAY_SECONDS
  if (Math.abs(friendSince - bannedAt) <= DAY_SECONDS) return 'unclear'
  return friendSince < bannedAt ? 'before' : 'after'
}

/** Formats since when an account is a friend. `since` is Unix seconds, 0 when unknown. */
export const formatSince = (since: number, { friends }: AccountTexts, formatDate: (seconds: number) => string) =>
  since === 0 ? friends.sinceUnknown : friends.sincePlain({ when: formatDate(since) })

/**
 * Formats since when an account is a friend, like `formatSince`. For a banned friend, also says whether the friendship began before or
 * after the last ban, as known at `fetchedAt`.
 */
export function formatFriendship(
  friend: FriendEntry,
  fetchedAt: number,
  texts: AccountTexts,
  formatDate: (seconds: number) => string,
): string {
  const { friendSince, banned } = friend
  if (!banned || friendSince === 0) return formatSince(friendSince, texts, formatDate)
  return texts.friends.since[friendshipVersusBan(friend, fetchedAt)]({ when: formatDate(friendSince) })
}

export function formatFriendHours({ rustHours, unavailable }: FriendEntry, texts: AccountTexts): string {
  if (unavailable.length > 0) return texts.friends.hoursUnknown
  return rustHours === null ? texts.friends.hoursHidden : texts.hours({ value: rustHours })
}

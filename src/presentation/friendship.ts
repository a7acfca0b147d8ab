import type { FriendEntry } from '../model/account.ts'
import { hasBanDate } from './ban-status.ts'
import type { AccountTexts } from './texts/account-texts.ts'

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

/** Since when an account is a friend, and how that relates to its last ban. `since` is Unix seconds, 0 when unknown. */
export function formatSince(
  since: number,
  relation: keyof AccountTexts['friends']['since'],
  { friends }: AccountTexts,
  formatDate: (seconds: number) => string,
): string {
  return since === 0 ? friends.sinceUnknown : friends.since[relation](formatDate(since))
}

export function formatFriendHours({ rustHours, unavailable }: FriendEntry, texts: AccountTexts): string {
  if (unavailable.length > 0) return texts.friends.hoursUnknown
  return rustHours === null ? texts.friends.hoursPrivate : texts.hours(rustHours)
}

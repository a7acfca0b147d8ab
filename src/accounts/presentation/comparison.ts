import type { ComparisonAnswer } from '../../model/comparison.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** Short names of the two accounts. */
export const LETTERS = ['A', 'B'] as const
export type Letter = (typeof LETTERS)[number]

type ListFacts = Pick<ComparisonAnswer['accounts'][number]['friendList'], 'state' | 'unreadable'>

/** Formats whether two accounts are friends, and since when. `since` is Unix seconds, 0 when unknown; `formatDate` takes Unix seconds. */
export function formatFriendship(
  { state, since }: ComparisonAnswer['friendship'],
  { compare }: AccountTexts,
  formatDate: (seconds: number) => string,
): string {
  if (state === 'unknown') return compare.friendshipUnknown
  if (state === 'not_friends') return compare.notFriends
  return since === 0 || since === null ? compare.friendsUndated : compare.friendsSince({ when: formatDate(since) })
}

/** Formats since when one account has the common friend; `since` is Unix seconds, 0 when unknown. */
export const formatFriendOf = (
  letter: Letter,
  since: number,
  { compare }: AccountTexts,
  formatDate: (seconds: number) => string,
) => (since === 0 ? compare.sinceUnknown({ letter }) : compare.since({ letter, when: formatDate(since) }))

/**
 * The title of the list of common friends: their number, or that they are unknown or incomplete. `shared` is null when a friend list is
 * unknown.
 */
export function titleOfShared(shared: number | null, isIncomplete: boolean, { compare }: AccountTexts): string {
  if (shared === null || (isIncomplete && shared === 0)) return compare.sharedUnknown
  if (isIncomplete) return compare.sharedAtLeast({ count: shared })
  return shared > 0 ? compare.shared({ count: shared }) : compare.noneShared
}

/** Explains why the common friends are unknown or incomplete, for each friend list. */
export function whySharedUnknown(lists: readonly ListFacts[], { compare }: AccountTexts): string[] {
  return lists.flatMap(({ state, unreadable }, index) => {
    const letter = LETTERS[index] ?? ''
    if (state === 'known') return unreadable ? [compare.listUnreadable({ letter, count: unreadable })] : []
    return [state === 'private' ? compare.listPrivate({ letter }) : compare.listUnavailable({ letter })]
  })
}

import type { ComparisonAnswer } from '../model/comparison.ts'
import type { AccountTexts } from './texts/account-texts.ts'

/** What the two accounts are called, so that their names need not be repeated. */
export const LETTERS = ['A', 'B'] as const
export type Letter = (typeof LETTERS)[number]

type ListState = ComparisonAnswer['accounts'][number]['friendList']['state']

/** Whether two accounts are friends, and since when: `since` is Unix seconds, 0 when unknown. `formatDate` takes Unix seconds. */
export function formatFriendship(
  { state, since }: ComparisonAnswer['friendship'],
  { compare }: AccountTexts,
  formatDate: (seconds: number) => string,
): string {
  if (state === 'unknown') return compare.friendshipUnknown
  if (state === 'not_friends') return compare.notFriends
  return since === 0 || since === null ? compare.friendsUndated : compare.friendsSince(formatDate(since))
}

/** Since when an account has a shared friend; `since` as for `formatFriendship`. */
export const formatFriendOf = (
  letter: Letter,
  since: number,
  { compare }: AccountTexts,
  formatDate: (seconds: number) => string,
) => (since === 0 ? compare.sinceUnknown(letter) : compare.since(letter, formatDate(since)))

/** Why the shared friends are not known, of each friend list that is the reason. */
export function whySharedUnknown(lists: readonly ListState[], { compare }: AccountTexts): string[] {
  return lists.flatMap((state, index) => {
    const letter = LETTERS[index] ?? ''
    if (state === 'known') return []
    return [state === 'private' ? compare.listPrivate(letter) : compare.listUnavailable(letter)]
  })
}

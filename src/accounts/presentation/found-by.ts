import { readAccountInput } from '../../model/account-input.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** How an account was found when the input was not its id. */
export type FoundBy = { customUrl: string } | { friendCode: string }

/** How `typed` led to its account; null when `typed` is an id. */
export function howFound(typed: string, { resolvedFrom }: { resolvedFrom: string | null }): FoundBy | null {
  if (resolvedFrom !== null) return { customUrl: resolvedFrom }
  const account = readAccountInput(typed)
  // A bare number that is not a custom URL was resolved as a friend code.
  return account?.kind === 'vanity' ? { friendCode: account.name } : null
}

/** How the account was found, in one sentence. `format` emphasizes the custom URL or friend code. */
export const formatFoundBy = (foundBy: FoundBy, { common }: AccountTexts, format: (name: string) => string) =>
  'customUrl' in foundBy
    ? common.foundByCustomUrl(format(foundBy.customUrl))
    : common.foundByFriendCode(format(foundBy.friendCode))

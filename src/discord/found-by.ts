import { z } from 'zod'
import { readAccountInput } from '../model/account-input.ts'

/** How an account was found when the input was not its id. */
export type FoundBy = { customUrl: string } | { friendCode: string }

/** How `typed` led to its account; null when `typed` is an id. */
export function howFound(typed: string, { resolvedFrom }: { resolvedFrom: string | null }): FoundBy | null {
  if (resolvedFrom !== null) return { customUrl: resolvedFrom }
  const account = readAccountInput(typed)
  // A bare number that is not a custom URL was resolved as a friend code.
  return account?.kind === 'vanity' ? { friendCode: account.name } : null
}

/** The custom id arguments for `foundBy`: one or none. The account is a separate argument. */
export function toFoundByArguments(foundBy: FoundBy | null | undefined): string[] {
  if (!foundBy) return []
  return ['customUrl' in foundBy ? foundBy.customUrl : `.${foundBy.friendCode}`]
}

/** Parses an argument of `toFoundByArguments`. */
export const foundByArgument = z
  .string()
  .regex(/^(?:[A-Za-z0-9_-]{2,32}|\.\d{1,10})$/)
  .transform((arg): FoundBy => (arg.startsWith('.') ? { friendCode: arg.slice(1) } : { customUrl: arg }))

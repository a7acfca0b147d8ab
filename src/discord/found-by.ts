import { z } from 'zod'
import { readAccountInput } from '../model/account-input.ts'
import type { SteamId } from '../model/steam-id.ts'

/** How an account was found, where it was not named by an id. */
export type FoundBy = { customUrl: string } | { friendCode: string }

/** How the account was found that `typed` led to; null where `typed` is an id in any form. */
export function howFound(
  typed: string,
  { resolvedFrom }: { steamId: SteamId; resolvedFrom: string | null },
): FoundBy | null {
  if (resolvedFrom !== null) return { customUrl: resolvedFrom }
  const account = readAccountInput(typed)
  // A bare number is a friend code where no account has it as its custom URL.
  return account?.kind === 'vanity' ? { friendCode: account.name } : null
}

/** The word of a custom id that holds an origin, or none; the account itself is always a word of its own. */
export function toFoundByArguments(foundBy: FoundBy | null | undefined): string[] {
  if (!foundBy) return []
  return ['customUrl' in foundBy ? foundBy.customUrl : `.${foundBy.friendCode}`]
}

/** Reads that word. */
export const foundByArgument = z
  .string()
  .regex(/^(?:[A-Za-z0-9_-]{2,32}|\.\d{1,10})$/)
  .transform((word): FoundBy => (word.startsWith('.') ? { friendCode: word.slice(1) } : { customUrl: word }))

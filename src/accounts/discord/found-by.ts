import type { FoundBy } from '../../model/steam-id.ts'
import { z } from 'zod'

/** Converts `foundBy` to at most one custom id argument. The account is a separate argument. */
export function toFoundByArguments(foundBy: FoundBy | null | undefined): string[] {
  if (!foundBy) return []
  return ['customUrl' in foundBy ? foundBy.customUrl : `.${foundBy.friendCode}`]
}

/** Parses a custom id argument that `toFoundByArguments` returned. */
export const foundByArgument = z
  .string()
  .regex(/^(?:[A-Za-z0-9_-]{2,32}|\.\d{1,10})$/)
  .transform((arg): FoundBy => (arg.startsWith('.') ? { friendCode: arg.slice(1) } : { customUrl: arg }))

import type { ChatInputCommandInteraction } from 'discord.js'
import { z } from 'zod'
import { isSteamId, parseAccount } from '../model/steam-id.ts'
import type { SteamId } from '../model/steam-id.ts'

/** An account as a command names it: as it was typed, and as short as it fits into a button where that can be read back. */
export interface NamedAccount {
  typed: string
  /** A SteamID64 or a custom name; undefined when there is no such form. */
  short: string | undefined
}

/** Reads the option that names the account. */
export function readAccount(options: ChatInputCommandInteraction['options']): NamedAccount {
  const typed = options.getString('account', true)
  const account = parseAccount(typed)
  if (account?.kind === 'steamId') return { typed, short: account.steamId }
  // A custom name of digits would be taken for an id in a button, and so for somebody else.
  return { typed, short: account && !isSteamId(account.name) ? account.name : undefined }
}

/** The word of a custom id that names an account. */
export const accountWord = z
  .string()
  .regex(/^[A-Za-z0-9_-]{2,32}$/)
  .transform((word): NamedAccount => ({ typed: word, short: word }))

/** The account to go back to, when it is known beyond doubt. */
export function backTo({ short }: NamedAccount): { back?: SteamId } {
  return short !== undefined && isSteamId(short) ? { back: short } : {}
}

import type { ChatInputCommandInteraction } from 'discord.js'
import { z } from 'zod'
import { withoutTradeToken } from '../model/account-input.ts'
import { readNamedAccounts } from '../model/account-text.ts'
import { isSteamId } from '../model/steam-id.ts'
import type { SteamId } from '../model/steam-id.ts'
import { CommandError } from './command-error.ts'
import type { Task } from './task.ts'

/** An account as a command names it: as the service takes it, and as short as it fits into a button where that can be read back. */
export interface NamedAccount {
  /** The account without the text around it; what was typed where no account is in that. */
  typed: string
  /** A SteamID64, a custom name or a friend code; undefined when there is no such form. */
  short: string | undefined
}

const WORD = /^[A-Za-z0-9_-]{2,32}$/

/** Opens a task for the one account in the option; of several accounts the task is to refuse them. */
export function createAccountTask(
  options: ChatInputCommandInteraction['options'],
  open: (account: NamedAccount) => Task,
): Task {
  const text = options.getString('account', true)
  const accounts = readNamedAccounts(text)
  if (accounts.length > 1) {
    const refusal = new CommandError('several_accounts', { detail: String(accounts.length) })
    return { cost: 'free', run: () => Promise.reject(refusal) }
  }
  const typed = accounts[0] ?? withoutTradeToken(text)
  return open({ typed, short: WORD.test(typed) ? typed : undefined })
}

/** The word of a custom id that names an account. */
export const accountArgument = z
  .string()
  .regex(WORD)
  .transform((word): NamedAccount => ({ typed: word, short: word }))

/** The account to go back to, when it is known beyond doubt. */
export function backToAccount({ short }: NamedAccount): { backTo?: SteamId } {
  return short !== undefined && isSteamId(short) ? { backTo: short } : {}
}

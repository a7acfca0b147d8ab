import type { ChatInputCommandInteraction } from 'discord.js'
import { z } from 'zod'
import { withoutTradeToken } from '../model/account-input.ts'
import { readNamedAccounts } from '../model/account-text.ts'
import { RapsheetError } from '../model/error.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { findName } from '../service/find-name.ts'
import { resolveAccount } from '../service/resolve-account.ts'
import { CommandError } from './command-error.ts'
import { howFound, type FoundBy } from './found-by.ts'
import type { Invocation, Task } from './task.ts'
import { privateView } from './views/error-view.ts'

/** The account that a command or button names. */
export interface NamedAccount {
  /** The account without surrounding text; the whole input when it contains no account. */
  typed: string
  /** A SteamID64, custom URL or friend code that fits into a custom id; undefined when `typed` has no such form. */
  short: string | undefined
}

/** The account of a task after its lookup. */
export interface ResolvedAccount {
  steamId: SteamId
  foundBy: FoundBy | null
}

const SHORT_FORM = /^[A-Za-z0-9_-]{2,32}$/

/** Creates the task for the account in the command's option; an error when the option holds several accounts. */
export function createAccountTask(
  options: ChatInputCommandInteraction['options'],
  createTask: (account: NamedAccount) => Task,
): Task {
  const text = options.getString('account', true)
  const accounts = readNamedAccounts(text)
  if (accounts.length > 1) {
    const error = new CommandError('several_accounts', { detail: String(accounts.length) })
    return { cost: 'free', run: () => Promise.reject(error) }
  }
  const typed = accounts[0] ?? withoutTradeToken(text)
  return createTask({ typed, short: SHORT_FORM.test(typed) ? typed : undefined })
}

/** The argument of a custom id that names an account. */
export const accountArgument = z
  .string()
  .regex(SHORT_FORM)
  .transform((argument): NamedAccount => ({ typed: argument, short: argument }))

/** The task fields about its account: what an error names, and the buttons under it. */
export function accountFields(
  { typed, short }: NamedAccount,
  toRetryId: (account: string) => string,
): Pick<Task, 'subject' | 'retryId' | 'backTo'> {
  return {
    subject: typed,
    ...(short === undefined ? {} : { retryId: toRetryId(short) }),
    ...(short !== undefined && isSteamId(short) ? { backTo: short } : {}),
  }
}

/** Resolves the account of a task; `known` is how it was found, where the custom id says so. */
export async function resolveNamedAccount(
  { context, callContext }: Pick<Invocation, 'context' | 'callContext'>,
  { typed }: NamedAccount,
  known: FoundBy | undefined,
): Promise<ResolvedAccount> {
  const resolved = await resolveAccount(context, typed, callContext)
  return { steamId: resolved.steamId, foundBy: known ?? howFound(typed, resolved) }
}

/** Shows that a part of an account is private, in a view that can be posted. Rethrows every other error. */
export async function showPrivate(
  { context, callContext, reply, texts }: Invocation,
  { steamId, foundBy }: ResolvedAccount,
  error: unknown,
): Promise<void> {
  const code = error instanceof RapsheetError ? error.code : undefined
  if (code !== 'friends_private' && code !== 'stats_private') throw error
  const name = await findName(context, steamId, callContext)
  await reply.show(privateView(code, { steamId, foundBy, name }, texts))
}

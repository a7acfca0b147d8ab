import type { ChatInputCommandInteraction } from 'discord.js'
import { z } from 'zod'
import { withoutTradeToken } from '../model/account-input.ts'
import { readNamedAccounts } from '../model/account-text.ts'
import { RapsheetError } from '../model/error.ts'
import { isSteamId } from '../model/steam-id.ts'
import { findName } from '../service/find-name.ts'
import { resolveAccount } from '../service/resolve-account.ts'
import { CommandError } from './command-error.ts'
import type { Invocation, Task } from './command.ts'
import { howFound, type FoundBy } from './found-by.ts'
import { privateView } from './views/error-view.ts'
import type { ViewedAccount } from './views/parts.ts'

/** An account that fits into a custom id: a SteamID64, custom URL or friend code. */
const SHORT_FORM = /^[A-Za-z0-9_-]{2,32}$/

/** The argument of a custom id that names an account. */
export const accountArgument = z.string().regex(SHORT_FORM)

/**
 * Creates the task for the account in the command's option, given without surrounding text, or as the whole input when it
 * contains no account. The task fails when the option holds several accounts.
 */
export function createAccountTask(
  options: ChatInputCommandInteraction['options'],
  createTask: (account: string) => Task,
): Task {
  const text = options.getString('account', true)
  const accounts = readNamedAccounts(text)
  if (accounts.length > 1) {
    const error = new CommandError('several_accounts', { detail: String(accounts.length) })
    return { cost: 'free', run: () => Promise.reject(error) }
  }
  return createTask(accounts[0] ?? withoutTradeToken(text))
}

/** The task fields about its account: what an error names, and the buttons under it. */
export function accountFields(
  account: string,
  toRetryId: (account: string) => string,
): Pick<Task, 'subject' | 'retryId' | 'backTo'> {
  return {
    subject: account,
    ...(SHORT_FORM.test(account) ? { retryId: toRetryId(account) } : {}),
    ...(isSteamId(account) ? { backTo: account } : {}),
  }
}

/**
 * Resolves an account and shows it. `known` is how it was found, where the custom id says so. A part of the account that is
 * private is shown in a view that can be posted.
 */
export function withAccount(
  account: string,
  known: FoundBy | undefined,
  show: (invocation: Invocation, resolved: Pick<ViewedAccount, 'steamId' | 'foundBy'>) => Promise<void>,
): Task['run'] {
  return async (invocation) => {
    const { context, callContext, reply, texts } = invocation
    const resolved = await resolveAccount(context, account, callContext)
    const { steamId } = resolved
    const foundBy = known ?? howFound(account, resolved)
    try {
      await show(invocation, { steamId, foundBy })
    } catch (error) {
      const code = error instanceof RapsheetError ? error.code : undefined
      if (code !== 'friends_private' && code !== 'stats_private') throw error
      const name = await findName(context, steamId, callContext)
      await reply.show(privateView(code, { steamId, foundBy, name }, texts))
    }
  }
}

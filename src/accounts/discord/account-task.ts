import { type ChatInputCommandInteraction, bold } from 'discord.js'
import { withoutTradeToken } from '../../text/account-input.ts'
import { readNamedAccounts } from '../../text/account-list.ts'
import { RapsheetError } from '../../model/error.ts'
import { type FoundBy, isSteamId, type SteamId } from '../../model/steam-id.ts'
import { steamIdSchema } from '../../model/account.ts'
import { findName } from '../find-profiles.ts'
import { findRememberedRecord } from '../find-record.ts'
import { readAccount, resolveAccount } from '../resolve-account.ts'
import { isShortForm, toCustomId } from '../../discord/custom-id.ts'
import type { Action, Invocation, Permission, Task, TypedFields, TypedForm } from '../../discord/command.ts'
import { AccountError } from './account-error.ts'
import { type CardContext, findEarlierBansOf, findSignedBan, notesFor, type OwnBanNotes } from './server-notes.ts'
import type { Texts } from './texts.ts'
import { type ViewedAccount, accountButtons, formatHead, formatNameAndId } from './views/account-parts.ts'
import { ALL_FRIENDS, friendsId } from './views/friend-filter.ts'
import type { GameAccount } from './views/game-account.ts'
import { statsId } from './views/stats-view.ts'
import { createView, type View, nonEmpty } from '../../discord/view.ts'
import { ICONS, toneWithOwnBan } from '../../lib/tone.ts'
import { NO_FACTS } from './describe-error.ts'

/**
 * Creates the task for the account that an option of the command names. `createTask` gets the account without the text around
 * it, or the whole input when no account is recognized. The task fails when the option names several accounts.
 */
export function createAccountTask<I extends Invocation>(
  options: ChatInputCommandInteraction['options'],
  createTask: (account: string) => Task<I>,
  { option = 'account', typed }: { option?: 'account' | 'other'; typed?: TypedFields } = {},
): Task<I> {
  return taskOfAccount(options.getString(option, true), createTask, typed)
}

/** Creates a task for the one account in a text; several accounts are an error, which repeats what else was typed. */
export function taskOfAccount<I extends Invocation>(
  text: string,
  createTask: (account: string) => Task<I>,
  typed: TypedFields = {},
): Task<I> {
  const accounts = readNamedAccounts(text)
  if (accounts.length > 1) {
    const error = new AccountError('several_accounts', { accounts })
    return { cost: 'free', form: { typed }, run: () => Promise.reject(error) }
  }
  return createTask(accounts[0] ?? withoutTradeToken(text))
}

/**
 * The fields of a task about an account: the subject of its errors, and the buttons below them. There is no *Try again* without
 * `toRetryId`.
 */
export function accountFields(
  account: string,
  toRetryId?: (account: string) => string,
): Pick<Task, 'subject' | 'retryId' | 'backTo'> {
  return {
    subject: account,
    ...(toRetryId && isShortForm(account) ? { retryId: toRetryId(account) } : {}),
    ...(isSteamId(account) ? { backTo: account } : {}),
  }
}

type ShowAccount<I> = (invocation: I, resolved: Pick<ViewedAccount, 'steamId' | 'foundBy'>) => Promise<void>

/**
 * Returns the `run` function of a task: it resolves an account and calls `show`. `known` is how the account was found, if the custom id of
 * the clicked component contains that. When the requested part of the account is private, the shown message says so and can be posted.
 */
export function withAccount<I extends Invocation<CardContext, Texts>>(
  account: string,
  known: FoundBy | undefined,
  show: ShowAccount<I>,
): (invocation: I) => Promise<void> {
  return async (invocation) => {
    const { context, callContext, reply, texts } = invocation
    const resolved = await resolveAccount(context, readAccount(account), callContext)
    const { steamId } = resolved
    const foundBy = known ?? resolved.foundBy
    try {
      await show(invocation, { steamId, foundBy })
    } catch (error) {
      const code = error instanceof RapsheetError ? error.code : undefined
      if (code !== 'friends_private' && code !== 'stats_private') throw error
      const [name, ownBan] = await Promise.all([
        findName(context, steamId, callContext),
        findSignedBan(notesFor(invocation), steamId),
      ])
      await reply.show(privateView(code, { steamId, foundBy, name, ownBan }, texts))
    }
  }
}

/** A task about an account for members with `permission`: finds the account and calls `show`. */
export const accountTask = <I extends Invocation<CardContext, Texts>>(
  account: string,
  permission: Permission,
  show: ShowAccount<I>,
): Task<I> => ({
  cost: 'lookup',
  permission,
  ...accountFields(account),
  run: withAccount(account, undefined, show),
})

/**
 * The task of a command that opens what is stored about an account in the form `name`. A form cannot wait for Steam, which knows the account of a
 * custom URL; so `show` shows what is stored then.
 */
export function editTask<I extends Invocation<CardContext, Texts>>(
  options: ChatInputCommandInteraction['options'],
  name: string,
  permission: Permission,
  show: ShowAccount<I>,
): Task<I> | TypedForm {
  const [account = '', ...others] = readNamedAccounts(options.getString('account', true))
  if (isSteamId(account) && others.length === 0) return { customId: toCustomId(name, account), typed: {} }
  return createAccountTask(options, (named) => accountTask(named, permission, show))
}

/** The menu of the accounts of a list, for members with `permission`; the answer is a new message, so that the list stays. */
export const accountMenuAction = <I extends Invocation>(
  name: string,
  permission: Permission,
  run: (invocation: I, steamId: SteamId) => Promise<void>,
): Action<I> => ({
  name,
  defersReply: true,
  createTask(_, { values }) {
    const steamId = steamIdSchema.parse(values[0])
    return { cost: 'lookup', permission, run: (invocation) => run(invocation, steamId) }
  },
})

/** What a message about the statistics or the inventory says of the account itself, without a call to Steam. */
export async function findGameAccount(
  invocation: Invocation<CardContext, Texts>,
  account: ViewedAccount,
): Promise<GameAccount & { ownBan: OwnBanNotes }> {
  const { steamId } = account
  const record = findRememberedRecord(invocation.context, steamId, invocation.callContext)
  const server = notesFor(invocation)
  const [earlierBans, ownBan] = await Promise.all([
    findEarlierBansOf(server, steamId, record),
    findSignedBan(server, steamId),
  ])
  return { ...account, record, earlierBans, ownBan }
}

/** The message that says that a part of an account is private. */
function privateView(
  part: 'friends_private' | 'stats_private',
  account: ViewedAccount & { ownBan: OwnBanNotes },
  texts: Texts,
): View {
  const sentence = texts.errors[part]({ ...NO_FACTS, subject: bold(formatNameAndId(account, texts)) })
  const { steamId, foundBy } = account
  const postId =
    part === 'friends_private' ? friendsId(steamId, ALL_FRIENDS, foundBy, 1) : statsId(steamId, 'figures', foundBy)
  const own = nonEmpty(account.ownBan.line)
  const head = formatHead(`### ${ICONS.private} ${texts.errorTitles[part]}`, foundBy, [...own, sentence], texts)
  const tone = toneWithOwnBan('private', account.ownBan.state)
  return createView(tone, [head], accountButtons(account, [], postId, texts))
}

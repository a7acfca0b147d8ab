import { z } from 'zod'
import type { SteamId } from '../../model/steam-id.ts'
import { findName } from '../../accounts/find-profiles.ts'
import { addException, removeException } from '../exceptions.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import { accountFields, createAccountTask, taskOfAccount, withAccount } from '../../accounts/discord/account-task.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { accountOption, MAX_ACCOUNT_CHARACTERS } from '../../accounts/discord/options.ts'
import type { Action, CommandForm, Form, Invocation, Task } from './command.ts'
import type { OpenedForm } from '../../discord/command.ts'
import { accountArgument, isShortForm, toCustomId } from '../../discord/custom-id.ts'
import type { Subcommand } from './command.ts'
import { OPTIONS, SUBCOMMANDS, DECISION_NAMES, type Texts } from './texts.ts'
import { EXEMPT_BANNED, exceptionAddedView, exceptionRemovedView, exemptBannedView } from './policy-exceptions-view.ts'
import { steamIdSchema } from '../../model/account.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { MAX_UNTIL, noteFields, readNoteFields, readTyped, toUntilArguments } from '../../discord/note-fields.ts'

const EXCEPT = 'policyexcept'
const DECISIONS = ['allow', 'remove'] as const

/** The typed fields of an exception. */
interface ExceptionFields {
  reason: string
  until: string | null
}

/** Adds an exception that always lets an account in, and shows it; asks first if the server has banned the account. */
export function exceptAccount(account: string, { reason, until }: ExceptionFields, replacesBan = false): Task {
  return {
    cost: 'lookup',
    permission: replacesBan ? ['ManageGuild', 'BanMembers'] : 'ManageGuild',
    ...accountFields(account),
    typedNote: reason,
    // An account that is not recognized is not prefilled, so that it is typed again.
    formId: toCustomId(EXCEPT, 'allow', isShortForm(account) ? account : '', ...toUntilArguments(until)),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const actor = actorOf(invocation)
      const given = { ...actor, steamId, reason, until, replacesBan }
      const added = await addException(context, given).catch((error: unknown) => {
        const { problem } = error instanceof PolicyError ? error : {}
        if (problem?.code !== 'banned_here') throw error
        return problem
      })
      if ('code' in added) return reply.show(exemptBannedView(added.ban, { reason, until }, texts))
      const name = await findName(context, steamId, callContext)
      await reply.show(exceptionAddedView(added, { steamId, foundBy, name }, texts))
    }),
  }
}

/** The button that lifts the ban of an account and lets it in always. */
export const exemptBannedAction: Action = {
  name: EXEMPT_BANNED,
  runsOnce: true,
  createTask(args, { message }) {
    const [steamId, ...until] = z.tuple([steamIdSchema]).rest(z.string()).parse(args)
    const typed = readTyped(message, until)
    return exceptAccount(steamId, { reason: typed.reason, until: typed.until === '' ? null : typed.until }, true)
  },
}

const removeByAccount = (account: string): Task => ({
  cost: 'lookup',
  permission: 'ManageGuild',
  ...accountFields(account),
  run: withAccount(account, undefined, (invocation, { steamId }) => removeExceptionOf(invocation, steamId)),
})

/** Removes the exception of an account, and shows the removed exception. */
export async function removeExceptionOf(invocation: Invocation, steamId: SteamId): Promise<void> {
  const { context, callContext, reply, texts } = invocation
  const removed = await removeException(context, { ...actorOf(invocation), steamId })
  const name = await findName(context, steamId, callContext)
  await reply.show(exceptionRemovedView(removed, { steamId, name }, texts))
}

export const exceptSubcommand: Subcommand = {
  name: SUBCOMMANDS.except,
  build: (command) =>
    command
      .addStringOption(accountOption)
      .addStringOption((option) =>
        localized(option, OPTIONS.decision).setRequired(true).addChoices(localizedChoices(DECISIONS, DECISION_NAMES)),
      )
      .addStringOption((option) => localized(option, OPTIONS.reason).setMaxLength(MAX_REASON_CHARACTERS))
      .addStringOption((option) => localized(option, OPTIONS.until).setMaxLength(MAX_UNTIL)),
  createTask(options) {
    const chosen = options.getString('decision', true)
    if (chosen === 'remove') return createAccountTask(options, removeByAccount)
    const reason = options.getString('reason') ?? ''
    const until = options.getString('until')
    if (reason.trim() === '') return askForReason(options.getString('account', true), until ?? '')
    const given: ExceptionFields = { reason, until }
    return createAccountTask(options, (account) => exceptAccount(account, given), { typedNote: reason })
  },
}

const askForReason = (account: string, until: string): CommandForm => ({
  customId: toCustomId(EXCEPT, 'allow'),
  open: (texts) => openExceptForm(account, { reason: '', until }, texts),
})

/** Opens the form with the account as it was typed, and the other fields of the exception. */
const openExceptForm = (account: string, typed: { reason: string; until: string }, texts: Texts): OpenedForm => ({
  permission: 'ManageGuild',
  title: texts.refusals.form.title,
  fields: [
    {
      kind: 'text',
      name: 'account',
      label: texts.refusals.form.account,
      value: account,
      maxLength: MAX_ACCOUNT_CHARACTERS,
      isRequired: true,
    },
    ...noteFields(texts.refusals.form, texts, typed),
  ],
})

const argumentsSchema = z.tuple([z.literal('allow'), accountArgument.or(z.literal('')).default('')]).rest(z.string())

/** The form for values that `/policy except` did not get, or that were wrong. */
export const exceptForm: Form = {
  name: EXCEPT,
  open(args, texts, { message }) {
    const [, account, ...until] = argumentsSchema.parse(args)
    return openExceptForm(account, readTyped(message, until), texts)
  },
  createTask(args, { fields }) {
    argumentsSchema.parse(args)
    const given = readNoteFields(fields)
    return taskOfAccount(fields.texts.get('account') ?? '', (account) => exceptAccount(account, given), given.reason)
  },
}

import { formatExcepted } from '../../bans/discord/ban-parts.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { findName, findProfiles } from '../../accounts/find-profiles.ts'
import { addException, removeException, listExceptions } from '../exceptions.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import {
  accountMenuAction,
  accountTask,
  createAccountTask,
  taskOfAccount,
} from '../../accounts/discord/account-task.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { accountOption, MAX_ACCOUNT_CHARACTERS } from '../../accounts/discord/options.ts'
import type { Action, Form, Invocation, Task, Subcommand } from './command.ts'
import { pendingId, type PendingKind } from '../../discord/pending.ts'
import type { ViewedAccount } from '../../accounts/discord/views/account-parts.ts'
import { isShortForm, toCustomId } from '../../discord/custom-id.ts'
import { OPTIONS, SUBCOMMANDS, DECISION_NAMES } from './texts.ts'
import {
  EXEMPT_BANNED,
  exceptionAddedView,
  exceptionRemovedView,
  exemptBannedView,
  exceptionsView,
} from './policy-exceptions-view.ts'
import { MAX_UNTIL, noteFields, readNoteFields, typedUntil } from '../../discord/note-fields.ts'
import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction } from '../../discord/confirm.ts'
import { pageAction } from '../../discord/list.ts'
import { pageOf } from '../../discord/views/parts.ts'

const EXCEPT = 'policyexcept'
const DECISIONS = ['allow', 'remove'] as const

/** The typed fields of an exception. */
interface ExceptionFields {
  reason: string
  until: string | null
}

/** An exception for an account that is banned, until the ban is lifted for it. */
const BANNED_EXCEPTION: PendingKind<ExceptionFields & { steamId: SteamId }> = {
  name: 'banned-exception',
  schema: z.object({ steamId: steamIdSchema, reason: z.string(), until: z.string().nullable() }),
}

const typedException = ({ reason, until }: ExceptionFields) => ({ reason, ...typedUntil(until) })

/** Adds an exception that always lets an account in, and shows it; asks first if the server has banned the account. */
export function exceptAccount(account: string, given: ExceptionFields): Task {
  return {
    ...accountTask(account, 'ManageGuild', async (invocation: Invocation, found) => {
      const { pending, reply, texts } = invocation
      const { steamId } = found
      try {
        await showAdded(invocation, found, given, false)
      } catch (error) {
        const { problem } = error instanceof PolicyError ? error : {}
        if (problem?.code !== 'banned_here') throw error
        const id = await pending.save(BANNED_EXCEPTION, { steamId, ...given })
        await reply.show(exemptBannedView(problem.ban, id, given.reason, texts))
      }
    }),
    form: {
      customId: toCustomId(EXCEPT),
      // An account that is not recognized is not filled in, so that it is typed again.
      typed: { account: isShortForm(account) ? account : '', ...typedException(given) },
    },
  }
}

async function showAdded(
  invocation: Invocation,
  { steamId, foundBy }: Pick<ViewedAccount, 'steamId' | 'foundBy'>,
  given: ExceptionFields,
  replacesBan: boolean,
): Promise<void> {
  const { context, callContext, reply, texts, editPressed } = invocation
  const added = await addException(context, { ...actorOf(invocation), steamId, ...given, replacesBan })
  const name = await findName(context, steamId, callContext)
  await reply.show(exceptionAddedView(added, { steamId, foundBy, name }, texts))
  // Who let the account in, and why, is for members with *Manage Server*.
  await editPressed(steamId, (own) => ({
    line: formatExcepted(own),
    undo: added.undo,
    saysDecision: true,
  }))
}

/** The button that lifts the ban of an account and lets it in always. */
export const exemptBannedAction: Action = confirmAction({
  name: EXEMPT_BANNED,
  args: z.tuple([pendingId]),
  permission: 'ManageGuild',
  alsoNeeds: () => ['BanMembers'],
  async run(invocation: Invocation, [id]) {
    const { steamId, ...given } = await invocation.pending.load(BANNED_EXCEPTION, id)
    await showAdded(invocation, { steamId, foundBy: null }, given, true)
  },
})

/** Removes the exception of an account, and shows the removed exception. */
async function removeExceptionOf(
  invocation: Invocation,
  { steamId, foundBy }: Omit<ViewedAccount, 'name'>,
): Promise<void> {
  const { context, callContext, reply, texts } = invocation
  const removed = await removeException(context, { ...actorOf(invocation), steamId })
  const name = await findName(context, steamId, callContext)
  await reply.show(exceptionRemovedView(removed, { steamId, name, foundBy }, texts))
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
    if (chosen === 'remove')
      return createAccountTask(options, (account) => accountTask(account, 'ManageGuild', removeExceptionOf))
    const reason = options.getString('reason') ?? ''
    const until = options.getString('until')
    const given: ExceptionFields = { reason, until }
    if (reason.trim() !== '')
      return createAccountTask(options, (account) => exceptAccount(account, given), { typed: typedException(given) })
    const typed = { account: options.getString('account', true), ...typedException(given) }
    return { customId: toCustomId(EXCEPT), typed }
  },
}

/** The form for values that `/policy except` did not get, or that were wrong. */
export const exceptForm: Form = {
  name: EXCEPT,
  permission: 'ManageGuild',
  open: (_, texts) => ({
    title: texts.refusals.form.title,
    fields: [
      {
        kind: 'text',
        name: 'account',
        label: texts.refusals.form.account,
        maxLength: MAX_ACCOUNT_CHARACTERS,
        isRequired: true,
      },
      ...noteFields(texts.refusals.form.reasonHint, texts),
    ],
  }),
  createTask(_, { fields }) {
    const given = readNoteFields(fields)
    const create = (account: string) => exceptAccount(account, given)
    return taskOfAccount(fields.texts.get('account') ?? '', create, typedException(given))
  },
}

/** Shows a page of the exceptions. */
export const showExceptions = (wantedPage: number): Task => ({
  cost: 'lookup',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, callContext, reply, texts } = invocation
    const exceptions = await listExceptions(context, actorOf(invocation).guildId)
    const shown = pageOf(exceptions, wantedPage).shown.map(({ steamId }) => steamId)
    const names = await findProfiles(context, shown, callContext)
    await reply.show(exceptionsView(exceptions, names, wantedPage, texts))
  },
})

export const exceptionsSubcommand: Subcommand = {
  name: SUBCOMMANDS.exceptions,
  createTask: () => showExceptions(0),
}

export const exceptionActions: Action[] = [
  pageAction('policyexceptions', showExceptions),
  // The menu that removes one.
  accountMenuAction('policyexception', 'ManageGuild', (invocation: Invocation, steamId) =>
    removeExceptionOf(invocation, { steamId, foundBy: null }),
  ),
]

import { z } from 'zod'
import { findShownProfile } from '../../accounts/find-profiles.ts'
import { addWatch } from '../entries.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import { accountFields, createAccountTask, withAccount } from '../../accounts/discord/account-task.ts'
import { accountArgument, isShortForm, toCustomId } from '../../discord/custom-id.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Form, Task } from './command.ts'
import { localized } from '../../discord/command-builders.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import type { Subcommand } from './command.ts'
import { addedView } from './watch-views.ts'
import { MAX_UNTIL, noteFields, readNoteFields, readTyped, toUntilArguments } from '../../discord/note-fields.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

const WATCH = 'watch'
/** The account, and the end of the entry if it was typed already. */
const argumentsSchema = z.tuple([accountArgument]).rest(z.string())

/** The typed fields of a new entry. */
interface EntryFields {
  reason: string
  until: string | null
}

function addAccount(account: string, { reason, until }: EntryFields): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    ...accountFields(account),
    typedNote: reason,
    ...(isShortForm(account) ? { formId: toCustomId(WATCH, account, ...toUntilArguments(until)) } : {}),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const added = await addWatch(context, { ...actorOf(invocation), steamId, reason, until }, callContext)
      const profile = await findShownProfile(context, steamId, callContext)
      const shown = { ...added, limit: context.limits.maxPerGuild, now: context.clock.unixSeconds() }
      await reply.show(addedView(shown, { steamId, foundBy, ...profile }, texts))
    }),
  }
}

export const addSubcommand: Subcommand = {
  name: SUBCOMMANDS.add,
  build: (command) =>
    command
      .addStringOption(accountOption)
      .addStringOption((option) =>
        localized(option, OPTIONS.reason).setRequired(true).setMaxLength(MAX_REASON_CHARACTERS),
      )
      .addStringOption((option) => localized(option, OPTIONS.until).setMaxLength(MAX_UNTIL)),
  createTask(options) {
    const given = { reason: options.getString('reason', true), until: options.getString('until') }
    return createAccountTask(options, (account) => addAccount(account, given), { typedNote: given.reason })
  },
}

/** The Watch button of a lookup, and the button that reopens its form after an error. */
export const watchForm: Form = {
  name: WATCH,
  open(args, texts, { message }) {
    const [, ...until] = argumentsSchema.parse(args)
    const { form } = texts.watch
    return {
      permission: 'ModerateMembers',
      title: form.title,
      fields: noteFields(form, texts, readTyped(message, until)),
    }
  },
  createTask(args, { fields }) {
    const [account] = argumentsSchema.parse(args)
    return addAccount(account, readNoteFields(fields))
  },
}

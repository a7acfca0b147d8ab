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
import { MAX_UNTIL, noteFields, readNoteFields, typedUntil } from '../../discord/note-fields.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

const WATCH = 'watch'
const argumentsSchema = z.tuple([accountArgument])

/** The typed fields of a new entry. */
interface EntryFields {
  reason: string
  until: string | null
}

const typedEntry = ({ reason, until }: EntryFields) => ({ reason, ...typedUntil(until) })

function addAccount(account: string, given: EntryFields): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    ...accountFields(account),
    form: { typed: typedEntry(given), ...(isShortForm(account) ? { customId: toCustomId(WATCH, account) } : {}) },
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const added = await addWatch(context, { ...actorOf(invocation), steamId, ...given }, callContext)
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
    return createAccountTask(options, (account) => addAccount(account, given), { typed: typedEntry(given) })
  },
}

/** The form of the Watch button of a lookup. */
export const watchForm: Form = {
  name: WATCH,
  open(args, texts) {
    argumentsSchema.parse(args)
    const { form } = texts.watch
    return { permission: 'ModerateMembers', title: form.title, fields: noteFields(form, texts) }
  },
  createTask(args, { fields }) {
    const [account] = argumentsSchema.parse(args)
    return addAccount(account, readNoteFields(fields))
  },
}

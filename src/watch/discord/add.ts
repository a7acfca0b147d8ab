import { z } from 'zod'
import { findName, findShownProfile, rememberedName } from '../../accounts/find-profiles.ts'
import { addWatch, editWatch, markOf } from '../entries.ts'
import { findWatch } from '../list-watches.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import { accountFields, accountTask, createAccountTask, editTask } from '../../accounts/discord/account-task.ts'
import { accountArgument, isShortForm, toCustomId } from '../../discord/custom-id.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Form, Invocation, Task } from './command.ts'
import { localized } from '../../discord/command-builders.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import { findSignedBan, notesFor } from '../../accounts/discord/server-notes.ts'
import type { Subcommand } from './command.ts'
import { addedView, editedView } from './watch-views.ts'
import { showInPressed } from './remove.ts'
import { EDIT } from './watch-parts.ts'
import { formTitle } from '../../discord/form-title.ts'
import {
  MAX_UNTIL,
  plainEnd,
  readEditedUntil,
  readNoteFields,
  reasonField,
  typedEditedUntil,
  typedUntil,
  untilFields,
} from '../../discord/note-fields.ts'
import type { FormField } from '../../discord/command.ts'
import { readBriefly } from '../../lib/read-briefly.ts'
import { steamIdSchema } from '../../model/account.ts'
import { DatabaseError } from '../../model/database-error.ts'
import { isSteamId, type SteamId } from '../../model/steam-id.ts'
import { WatchError } from '../../model/watch.ts'
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
    ...accountTask(account, 'ModerateMembers', async (invocation: Invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const added = await addWatch(context, { ...actorOf(invocation), steamId, ...given }, callContext)
      const [profile, ownBan] = await Promise.all([
        findShownProfile(context, steamId, callContext),
        findSignedBan(notesFor(invocation), steamId),
      ])
      const shown = { ...added, ownBan, limit: context.limits.maxPerGuild, now: context.clock.unixSeconds() }
      await reply.show(addedView(shown, { steamId, foundBy, ...profile }, texts))
      await showInPressed(invocation, { action: 'added', steamId, name: profile.name, undo: added.undo })
    }),
    form: { typed: typedEntry(given), ...(isShortForm(account) ? { customId: toCustomId(WATCH, account) } : {}) },
  }
}

export const addSubcommand: Subcommand = {
  name: SUBCOMMANDS.add,
  build: (command) =>
    command
      .addStringOption(accountOption)
      .addStringOption((option) => localized(option, OPTIONS.reason).setMaxLength(MAX_REASON_CHARACTERS))
      .addStringOption((option) => localized(option, OPTIONS.until).setMaxLength(MAX_UNTIL)),
  createTask(options) {
    const given = { reason: options.getString('reason') ?? '', until: options.getString('until') }
    return createAccountTask(options, (account) => addAccount(account, given), { typed: typedEntry(given) })
  },
}

const optional = (field: FormField): FormField => ({ ...field, ...(field.kind === 'text' && { isRequired: false }) })

/** The form of the Watch button of a lookup. */
export const watchForm: Form = {
  name: WATCH,
  // The card, which would offer it again, becomes the answer.
  isEdit: true,
  permission: 'ModerateMembers',
  async open(args, texts, { context }) {
    const [account] = argumentsSchema.parse(args)
    const { form } = texts.watch
    const name = isSteamId(account) ? await rememberedName(context, account) : account
    const fields = [optional(reasonField(form.reasonHint, texts)), ...untilFields(texts)]
    return { title: formTitle(form.title, name), fields }
  },
  createTask(args, { fields }) {
    const [account] = argumentsSchema.parse(args)
    return addAccount(account, readNoteFields(fields))
  },
}

/** The entry of an account; throws a WatchError without one, and a DatabaseError while it cannot be read. */
async function readEntry(context: Invocation['context'], guildId: string | null, steamId: SteamId) {
  const watch = guildId === null ? null : await readBriefly(context.clock, () => findWatch(context, guildId, steamId))
  if (watch === undefined) throw new DatabaseError('busy', 'The entry was not read in time.')
  if (watch === null) throw new WatchError({ code: 'not_watched', steamId })
  return watch
}

/** The account, and the mark of the entry that the form shows. */
const editArguments = z.tuple([steamIdSchema, z.string().optional()])

/** The form of the button *Edit* and of `/watch edit`, filled in with the entry as it is. */
export const editForm: Form = {
  name: EDIT,
  // The entry, which would be shown as it was, becomes the answer.
  isEdit: true,
  permission: 'ModerateMembers',
  async open(args, texts, { context, guildId }) {
    const [steamId] = editArguments.parse(args)
    const watch = await readEntry(context, guildId, steamId)
    return {
      customId: toCustomId(EDIT, steamId, markOf(watch)),
      title: formTitle(texts.form.editTitle, await rememberedName(context, steamId)),
      fields: [
        optional(reasonField(texts.watch.form.reasonHint, texts, watch.reason)),
        ...untilFields(texts, { kept: plainEnd(watch.until, texts) }),
      ],
    }
  },
  createTask(args, { fields }) {
    const [steamId, mark = ''] = editArguments.parse(args)
    const reason = fields.texts.get('reason') ?? ''
    const until = readEditedUntil(fields)
    return {
      cost: 'free',
      ...accountFields(steamId),
      form: { customId: toCustomId(EDIT, steamId), typed: { reason, ...typedEditedUntil(until) } },
      async run(invocation) {
        const { context, callContext, reply, texts } = invocation
        const edited = await editWatch(context, { ...actorOf(invocation), steamId, mark, reason, until })
        const name = await findName(context, steamId, callContext)
        await reply.show(editedView(edited, { steamId, name, foundBy: null }, texts))
        if (edited.undo !== null)
          await showInPressed(invocation, { action: 'changed', steamId, name, undo: edited.undo })
      },
    }
  },
}

export const editSubcommand: Subcommand = {
  name: SUBCOMMANDS.edit,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) =>
    editTask(options, EDIT, 'ModerateMembers', async (invocation: Invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const watch = await readEntry(context, actorOf(invocation).guildId, steamId)
      const name = await findName(context, steamId, callContext)
      await reply.show(editedView({ watch }, { steamId, name, foundBy }, texts))
    }),
}

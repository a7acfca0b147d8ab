import { z } from 'zod'
import { accountFields, editTask } from '../../accounts/discord/account-task.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import { actorOf } from '../../discord/actor.ts'
import { formatAuthor } from '../../discord/author.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { formTitle } from '../../discord/form-title.ts'
import { plainEnd, readEditedUntil, typedEditedUntil, untilFields } from '../../discord/note-fields.ts'
import { steamIdSchema } from '../../model/account.ts'
import { BAN_TEXTS, BanError, PRIVATE_TEXTS } from '../../model/ban.ts'
import { DatabaseError } from '../../model/database-error.ts'
import { mapValues } from '../../model/objects.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { editBan } from '../edit-ban.ts'
import { findOwnBan } from '../find-own-ban.ts'
import { textField } from './ban-form.ts'
import { EDIT } from './ban-parts.ts'
import { banEntryView, editedView } from './ban-views.ts'
import type { Form, Invocation, Subcommand } from './command.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'

/** The ban of an account as it is stored; throws a BanError without one, and a DatabaseError while it cannot be read. */
async function readBan(context: Invocation['context'], guildId: string | null, steamId: SteamId) {
  const found = guildId === null ? { state: 'none' as const } : await findOwnBan(context, guildId, steamId)
  if (found.state === 'none') throw new BanError({ code: 'not_banned', steamId, lifted: null })
  if (found.state === 'banned' && found.details) return found.details
  throw new DatabaseError('busy', 'The ban was not read in time.')
}

const argumentsSchema = z.tuple([steamIdSchema, numberArgument(15).optional()])

/** The form of the button *Edit* and of `/banlist edit`, filled in with the ban as it is. */
export const editForm: Form = {
  name: EDIT,
  // The card, which would show the ban as it was, becomes the answer.
  isEdit: true,
  permission: 'BanMembers',
  async open(args, texts, { context, guildId }) {
    const [steamId] = argumentsSchema.parse(args)
    const ban = await readBan(context, guildId, steamId)
    const field = (name: keyof typeof BAN_TEXTS) => ({
      ...textField(name, texts),
      value: ban[name],
      // An imported ban may have none.
      isRequired: name === 'reason' && ban.reason !== '',
    })
    return {
      customId: toCustomId(EDIT, steamId, ban.id),
      title: formTitle(texts.form.editTitle, ban.name || steamId),
      fields: [
        field('reason'),
        ...untilFields(texts, { kept: plainEnd(ban.until, texts) }),
        ...PRIVATE_TEXTS.map((name) => field(name)),
      ],
    }
  },
  createTask(args, { fields }) {
    const [steamId, id = 0] = argumentsSchema.parse(args)
    const given = mapValues(BAN_TEXTS, (_, name) => fields.texts.get(name) ?? '')
    const until = readEditedUntil(fields)
    return {
      cost: 'free',
      ...accountFields(steamId),
      form: { customId: toCustomId(EDIT, steamId), typed: { ...given, ...typedEditedUntil(until) } },
      async run(invocation) {
        const { context, reply, texts, userId, editPressed } = invocation
        const edited = await editBan(context, { ...actorOf(invocation), steamId, id, typed: { ...given, until } })
        await reply.show(editedView(edited, texts))
        const { undo } = edited
        if (undo === null) return
        const line = (own: Texts) => `✏️ ${formatAuthor(userId)} ${own.banLog.ban_changed({ account: 'none' })}`
        await editPressed(steamId, (own) => ({ line: line(own), undo }))
      },
    }
  },
}

export const editSubcommand: Subcommand = {
  name: SUBCOMMANDS.edit,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) =>
    editTask(options, EDIT, 'BanMembers', async (invocation: Invocation, { steamId, foundBy }) => {
      const { context, reply, texts } = invocation
      const ban = await readBan(context, actorOf(invocation).guildId, steamId)
      await reply.show(banEntryView(ban, foundBy, context.clock.unixSeconds(), texts))
    }),
}

import { z } from 'zod'
import { findName } from '../../accounts/find-profiles.ts'
import { findOwnBans } from '../get-verdict.ts'
import { latestRefusal, NOTICES, REFUSALS } from '../refusals.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Form } from './command.ts'
import { EXEMPT, NOTICED, openedRefusalView, REFUSED } from './refusal-messages.ts'
import { steamIdSchema } from '../../model/account.ts'
import { exceptAccount } from './except.ts'
import { noteFields, readNoteFields } from '../../discord/note-fields.ts'

/** The form that the Exempt button of a message about a refusal opens. */
export const exemptForm: Form = {
  name: EXEMPT,
  open(args, texts) {
    readSteamId(args)
    const { form } = texts.refusals
    return { permission: 'ManageGuild', title: form.title, fields: noteFields(form, texts) }
  },
  createTask: (args, { fields }) => exceptAccount(readSteamId(args), readNoteFields(fields)),
}

/** The menu of a digest: shows why an account was refused or is reported, with the buttons of the message about a single account. */
const openReported = (name: string, kind: string): Action => ({
  name,
  defersReply: true,
  createTask(_, { values }) {
    const [steamId] = z.tuple([steamIdSchema]).parse(values)
    return {
      cost: 'lookup',
      permission: 'ModerateMembers',
      async run(invocation) {
        const { context, callContext, reply, texts } = invocation
        const { guildId } = actorOf(invocation)
        const language = texts.language
        const refusal = await context.database.read((repositories) =>
          latestRefusal(repositories, { kind, guildId, steamId, language }),
        )
        const name = await findName(context, steamId, callContext)
        const { ban } = findOwnBans(context.bans, guildId, steamId, context.clock.unixSeconds())
        await reply.show(openedRefusalView({ steamId, name, refusal, isBanned: ban !== undefined }, texts))
      },
    }
  },
})

export const refusedActions = [openReported(REFUSED, REFUSALS.name), openReported(NOTICED, NOTICES.name)]

const readSteamId = (args: string[]) => z.tuple([steamIdSchema]).parse(args)[0]

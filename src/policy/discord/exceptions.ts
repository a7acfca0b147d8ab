import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { findName, findProfiles } from '../../accounts/find-profiles.ts'
import { listExceptions } from '../exceptions.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction } from '../../discord/confirm.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { pageAction } from '../../discord/list.ts'
import { pageOf } from '../../discord/views/parts.ts'
import { exceptionsView, removeExceptionView } from './policy-exceptions-view.ts'
import { removeExceptionOf } from './except.ts'
import { SUBCOMMANDS } from './texts.ts'

const showExceptions = (wantedPage: number): Task => ({
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
  build: (command) => command,
  createTask: () => showExceptions(0),
}

export const exceptionActions: Action[] = [
  pageAction('policyexceptions', showExceptions),
  {
    // The menu; the answer is a new message, so that the list stays.
    name: 'policyexception',
    defersReply: true,
    createTask(_, { values }) {
      const steamId = steamIdSchema.parse(values[0])
      return {
        cost: 'lookup',
        permission: 'ManageGuild',
        async run(invocation) {
          const { context, callContext, reply, texts } = invocation
          const exceptions = await listExceptions(context, actorOf(invocation).guildId)
          const exception = exceptions.find((each) => each.steamId === steamId)
          if (!exception) throw new PolicyError({ code: 'no_exception', steamId })
          const name = await findName(context, steamId, callContext)
          await reply.show(removeExceptionView(exception, { steamId, name }, texts))
        },
      }
    },
  },
  // The Remove button of the message that says who added the exception and why.
  confirmAction({
    name: 'policyunexcept',
    args: z.tuple([steamIdSchema]),
    permission: 'ManageGuild',
    run: (invocation, [steamId]) => removeExceptionOf(invocation, steamId),
  }),
]

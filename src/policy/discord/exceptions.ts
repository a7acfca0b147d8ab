import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { findName } from '../../accounts/find-profiles.ts'
import { listExceptions, type StoredException } from '../exceptions.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction } from '../../discord/confirm.ts'
import type { Action, Invocation, Task } from './command.ts'
import { numberArgument } from '../../discord/custom-id.ts'
import type { Subcommand } from './command.ts'
import { pageOf } from '../../discord/views/parts.ts'
import { exceptionsView, removeExceptionView } from './policy-exceptions-view.ts'
import { removeExceptionOf } from './except.ts'
import { SUBCOMMANDS } from './texts.ts'

const showExceptions = (page: number): Task => ({
  cost: 'lookup',
  permission: 'ManageGuild',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const exceptions = await listExceptions(context, actorOf(invocation).guildId)
    await reply.show(exceptionsView(await withNames(invocation, exceptions, page), page, texts))
  },
})

/** Adds account names to exceptions; the name is null for exceptions that are not on `page`. */
async function withNames({ context, callContext }: Invocation, exceptions: StoredException[], page: number) {
  const { shown } = pageOf(exceptions, page)
  const names = new Map(
    await Promise.all(
      shown.map(async ({ steamId }) => [steamId, await findName(context, steamId, callContext)] as const),
    ),
  )
  return exceptions.map((exception) => ({ ...exception, name: names.get(exception.steamId) ?? null }))
}

export const exceptionsSubcommand: Subcommand = {
  name: SUBCOMMANDS.exceptions,
  build: (command) => command,
  createTask: () => showExceptions(0),
}

export const exceptionActions: Action[] = [
  {
    // The page buttons.
    name: 'policyexceptions',
    createTask(args) {
      const [page] = z.tuple([numberArgument(4)]).parse(args)
      return { ...showExceptions(page), errorAsFollowUp: true }
    },
  },
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

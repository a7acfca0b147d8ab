import { z } from 'zod'
import { findName } from '../../accounts/find-profiles.ts'
import { findWatch } from '../list-watches.ts'
import { removeWatch } from '../entries.ts'
import { WatchError } from '../../model/watch.ts'
import { accountFields, createAccountTask, withAccount } from '../../accounts/discord/account-task.ts'
import { accountArgument } from '../../discord/custom-id.ts'
import { actorOf } from '../../discord/actor.ts'
import { confirmAction } from '../../discord/confirm.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import { removedView, removeQuestionView } from './watch-views.ts'
import { steamIdSchema } from '../../model/account.ts'
import { SUBCOMMANDS } from './texts.ts'

/** Shows who added the account and why, with a button that removes it. */
function askToRemove(account: string): Task {
  return {
    cost: 'lookup',
    permission: 'ModerateMembers',
    ...accountFields(account),
    run: withAccount(account, undefined, async (invocation, { steamId }) => {
      const { context, callContext, reply, texts } = invocation
      const watch = await findWatch(context, actorOf(invocation).guildId, steamId)
      if (watch === null) throw new WatchError({ code: 'not_watched', steamId })
      const name = await findName(context, steamId, callContext)
      await reply.show(removeQuestionView(watch, { steamId, name }, texts))
    }),
  }
}

export const removeSubcommand: Subcommand = {
  name: SUBCOMMANDS.remove,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) => createAccountTask(options, askToRemove),
}

export const removeActions: Action[] = [
  {
    // The Stop watching button.
    name: 'unwatch',
    defersReply: true,
    createTask(args) {
      const [account] = z.tuple([accountArgument]).parse(args)
      return askToRemove(account)
    },
  },
  // The Remove button of the message that says who added the account and why.
  confirmAction({
    name: 'drop',
    args: z.tuple([steamIdSchema]),
    permission: 'ModerateMembers',
    async run(invocation, [steamId]) {
      const { context, callContext, reply, texts } = invocation
      const removed = await removeWatch(context, { ...actorOf(invocation), steamId })
      const name = await findName(context, steamId, callContext)
      await reply.show(removedView(removed, { steamId, name }, texts))
    },
  }),
]

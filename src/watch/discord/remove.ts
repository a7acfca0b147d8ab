import { z } from 'zod'
import { findName } from '../../accounts/find-profiles.ts'
import { removeWatch } from '../entries.ts'
import { accountFields, createAccountTask, withAccount } from '../../accounts/discord/account-task.ts'
import { accountArgument } from '../../discord/custom-id.ts'
import { formatNameAndId, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { undoButtons } from '../../discord/undo.ts'
import { button } from '../../discord/view.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import { removedView } from './watch-views.ts'
import { SUBCOMMANDS } from './texts.ts'

/** Removes an account, and shows who had added it and why. */
const remove = (account: string): Task => ({
  cost: 'lookup',
  permission: 'ModerateMembers',
  ...accountFields(account),
  run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
    const { context, callContext, reply, texts, userId, editPressed } = invocation
    const removed = await removeWatch(context, { ...actorOf(invocation), steamId })
    const name = await findName(context, steamId, callContext)
    await reply.show(removedView(removed, { steamId, name, foundBy }, texts))
    await editPressed(steamId, (own) => {
      const change = own.watch.actions.removed({ account: formatNameAndId({ steamId, name }, own) })
      return {
        line: `🔕 ${formatAuthor(userId)} ${change}`,
        buttons: [button('🔎', own.buttons.lookUp, lookupId(steamId)), ...undoButtons(removed.undo, own)],
      }
    })
  }),
})

export const removeSubcommand: Subcommand = {
  name: SUBCOMMANDS.remove,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) => createAccountTask(options, remove),
}

/** The Stop watching button; the answer is a new message, so that the card stays; an alert says that it was done. */
export const removeAction: Action = {
  name: 'unwatch',
  defersReply: true,
  createTask: (args) => remove(...z.tuple([accountArgument]).parse(args)),
}

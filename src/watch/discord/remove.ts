import { z } from 'zod'
import { findName } from '../../accounts/find-profiles.ts'
import { removeWatch } from '../entries.ts'
import { accountTask, createAccountTask } from '../../accounts/discord/account-task.ts'
import { accountArgument } from '../../discord/custom-id.ts'
import { formatNameAndId } from '../../accounts/discord/views/account-parts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { actorOf } from '../../discord/actor.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { UndoId } from '../../model/undo.ts'
import type { Action, Invocation, Subcommand, Task } from './command.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import { removedView } from './watch-views.ts'
import { SUBCOMMANDS } from './texts.ts'

/** The signs of changes of the watch list. */
const SIGNS = { added: '👁️', changed: '👁️', removed: '🔕' } as const

/** Shows in the pressed alert or report what was done about its account on the watch list, without the note. */
export const showInPressed = (
  { userId, editPressed }: Invocation,
  {
    action,
    steamId,
    name,
    undo,
  }: { action: keyof typeof SIGNS; steamId: SteamId; name: string | null; undo: UndoId | null },
) =>
  editPressed(steamId, (own) => {
    const change = own.watch.actions[action]({ account: formatNameAndId({ steamId, name }, own) })
    return { line: `${SIGNS[action]} ${formatAuthor(userId)} ${change}`, undo }
  })

/** Removes an account, and shows who had added it and why. */
const remove = (account: string): Task =>
  accountTask(account, 'ModerateMembers', async (invocation, { steamId, foundBy }) => {
    const { context, callContext, reply, texts } = invocation
    const removed = await removeWatch(context, { ...actorOf(invocation), steamId })
    const name = await findName(context, steamId, callContext)
    await reply.show(removedView(removed, { steamId, name, foundBy }, texts))
    await showInPressed(invocation, { action: 'removed', steamId, name, undo: removed.undo })
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

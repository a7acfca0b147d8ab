import { z } from 'zod'
import { findShownProfile } from '../src/accounts/find-profiles.ts'
import { readHistory } from '../src/watch/history.ts'
import { notesFor } from '../src/accounts/discord/server-notes.ts'
import { accountFields, createAccountTask, withAccount } from '../src/accounts/discord/account-task.ts'
import { actorOf } from '../src/discord/actor.ts'
import type { Action, SlashCommand, Task } from '../src/watch/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { accountArgument, numberArgument } from '../src/discord/custom-id.ts'
import { historyView } from '../src/watch/discord/history-view.ts'
import { historyId } from '../src/watch/discord/watch-parts.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

function showHistory(account: string, page: number): Task {
  return {
    cost: 'lookup',
    ...accountFields(account, (short) => historyId(short, page)),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const [history, ownBan, profile] = await Promise.all([
        readHistory(context, actorOf(invocation).guildId, steamId),
        notesFor(invocation).ownBan(steamId),
        findShownProfile(context, steamId, callContext),
      ])
      const now = context.clock.unixSeconds()
      await reply.show(historyView({ ...history, ownBan, now }, { steamId, foundBy, ...profile }, page, texts))
    }),
  }
}

export const historyCommand: SlashCommand = {
  data: slashCommand(COMMANDS.history).addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, (account) => showHistory(account, 0)),
}

/** The History button, and the page buttons of a history. */
export const historyAction: Action = {
  name: 'history',
  createTask: (args) => showHistory(...z.tuple([accountArgument, numberArgument(3)]).parse(args)),
}

import { z } from 'zod'
import { findName } from '../src/accounts/find-profiles.ts'
import { accountTask, createAccountTask } from '../src/accounts/discord/account-task.ts'
import { actorOf } from '../src/discord/actor.ts'
import { confirmAction } from '../src/discord/confirm.ts'
import type { Action, SlashCommand, Task } from '../src/watch/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { forgetQuestionView, forgottenView } from '../src/watch/discord/forget-view.ts'
import { steamIdSchema } from '../src/model/account.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

/** Shows what would be deleted, with a button that deletes it. */
const askToForget = (account: string): Task =>
  accountTask(account, 'ManageGuild', async (invocation, { steamId }) => {
    const { context, callContext, reply, texts } = invocation
    const isBanned = context.isBanned(actorOf(invocation).guildId, steamId)
    const name = await findName(context, steamId, callContext)
    await reply.show(forgetQuestionView({ steamId, name }, { isBanned, published: context.published }, texts))
  })

export const forgetCommand: SlashCommand = {
  data: slashCommand(COMMANDS.forget, 'ManageGuild').addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, askToForget),
}

/** The buttons of the question whether to delete the stored data about an account. */
export const forgetAction: Action = confirmAction({
  name: 'forget',
  args: z.tuple([steamIdSchema, z.literal('lift').optional()]),
  permission: 'ManageGuild',
  alsoNeeds: ([, lift]) => (lift ? ['BanMembers'] : []),
  async run(invocation, [steamId, lift]) {
    const { context, callContext, reply, texts } = invocation
    const forgotten = await context.forgetAccount({ ...actorOf(invocation), steamId, liftsBan: lift !== undefined })
    const name = await findName(context, steamId, callContext)
    await reply.show(forgottenView({ steamId, name }, forgotten, context.published, texts))
  },
})

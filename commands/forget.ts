import { z } from 'zod'
import { findName } from '../src/accounts/find-name.ts'
import { accountFields, createAccountTask, withAccount } from '../src/accounts/discord/account-task.ts'
import { actorOf } from '../src/discord/actor.ts'
import type { Action, SlashCommand, Task } from '../src/watch/discord/command.ts'
import { slashCommand } from '../src/discord/command-builders.ts'
import { accountOption } from '../src/accounts/discord/options.ts'
import { forgetQuestionView, forgottenView, notForgottenView } from '../src/watch/discord/forget-view.ts'
import { steamIdSchema } from '../src/model/account.ts'
import { COMMANDS } from '../src/watch/discord/texts.ts'

/** Shows what would be deleted, with a button that deletes it. */
function askToForget(account: string): Task {
  return {
    cost: 'lookup',
    permission: 'ManageGuild',
    ...accountFields(account),
    run: withAccount(account, undefined, async (invocation, { steamId }) => {
      const { context, callContext, reply, texts } = invocation
      const isBanned = context.isBanned(actorOf(invocation).guildId, steamId)
      const name = await findName(context, steamId, callContext)
      await reply.show(forgetQuestionView({ steamId, name }, { isBanned, published: context.published }, texts))
    }),
  }
}

export const forgetCommand: SlashCommand = {
  data: slashCommand(COMMANDS.forget, 'ManageGuild').addStringOption(accountOption).toJSON(),
  createTask: (options) => createAccountTask(options, askToForget),
}

/** The buttons of the question whether to delete the stored data about an account. */
export const forgetAction: Action = {
  name: 'forget',
  createTask(args) {
    const [steamId, button] = z.tuple([steamIdSchema, z.enum(['lift', 'cancel']).optional()]).parse(args)
    return {
      cost: 'free',
      permission: button === 'lift' ? ['ManageGuild', 'BanMembers'] : 'ManageGuild',
      errorAsFollowUp: true,
      async run(invocation) {
        const { context, callContext, reply, texts } = invocation
        if (button === 'cancel') return reply.show(notForgottenView(texts))
        const forgotten = await context.forgetAccount({
          ...actorOf(invocation),
          steamId,
          liftsBan: button === 'lift',
        })
        const name = await findName(context, steamId, callContext)
        await reply.show(forgottenView({ steamId, name }, forgotten, context.published, texts))
      },
    }
  },
}

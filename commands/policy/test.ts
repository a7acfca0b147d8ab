import { findName } from '../../src/service/find-name.ts'
import { getVerdict } from '../../src/service/policy/get-verdict.ts'
import { accountFields, createAccountTask, withAccount } from '../../src/discord/account-task.ts'
import { actorOf } from '../../src/discord/actor.ts'
import { accountOption } from '../../src/discord/command-builders.ts'
import type { Task } from '../../src/discord/command.ts'
import type { Subcommand } from '../../src/discord/subcommand.ts'
import { noPolicyView } from '../../src/discord/views/policy-parts.ts'
import { policyVerdictView } from '../../src/discord/views/policy-verdict-view.ts'

function testAccount(account: string): Task {
  return {
    cost: 'lookup',
    permission: 'ManageGuild',
    ...accountFields(account),
    run: withAccount(account, undefined, async (invocation, { steamId, foundBy }) => {
      const { context, callContext, reply, texts } = invocation
      const policy = context.policies.ofGuild(actorOf(invocation).guildId)
      if (!policy) return reply.show(noPolicyView(texts))
      const [judged, name] = await Promise.all([
        getVerdict(context, policy, steamId, callContext),
        findName(context, steamId, callContext),
      ])
      const now = context.loop.unixSeconds()
      await reply.show(policyVerdictView(judged, policy, { steamId, foundBy, name }, now, texts))
    }),
  }
}

export const testSubcommand: Subcommand = {
  name: 'test',
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) => createAccountTask(options, testAccount),
}

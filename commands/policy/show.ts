import { policyStatus } from '../../src/service/policy/policy-status.ts'
import { actorOf } from '../../src/discord/actor.ts'
import type { Subcommand } from '../../src/discord/subcommand.ts'
import { noPolicyView } from '../../src/discord/views/policy-parts.ts'
import { policyView } from '../../src/discord/views/policy-view.ts'

export const showSubcommand: Subcommand = {
  name: 'show',
  build: (command) => command,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const status = await policyStatus(context, actorOf(invocation).guildId)
      await reply.show(status === null ? noPolicyView(texts) : policyView(status, texts))
    },
  }),
}

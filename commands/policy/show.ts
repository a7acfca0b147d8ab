import { noticeStatus } from '../../src/service/policy/notice-status.ts'
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
      const { guildId } = actorOf(invocation)
      const status = await policyStatus(context, guildId)
      if (status === null) return reply.show(noPolicyView(texts))
      await reply.show(policyView(status, await noticeStatus(context, guildId), context.published, texts))
    },
  }),
}

import { findName } from '../../accounts/find-profiles.ts'
import { noticeStatus, policyStatus } from '../policy-status.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Subcommand } from './command.ts'
import { noPolicyView } from './policy-parts.ts'
import { policyView } from './policy-view.ts'
import { SUBCOMMANDS } from './texts.ts'

export const showSubcommand: Subcommand = {
  name: SUBCOMMANDS.show,
  build: (command) => command,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, callContext, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const status = await policyStatus(context, guildId)
      if (status === null) return reply.show(noPolicyView(texts))
      const steamId = status.lastChange?.steamId ?? null
      const [notices, changedName] = await Promise.all([
        noticeStatus(context, guildId),
        steamId === null ? null : findName(context, steamId, callContext),
      ])
      await reply.show(policyView({ status, notices, changedName, published: context.published }, texts))
    },
  }),
}

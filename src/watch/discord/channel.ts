import { ChannelType } from 'discord.js'
import { WatchError } from '../../model/watch.ts'
import { findServerLocale } from '../server-language.ts'
import { setAlertChannel } from '../set-alert-channel.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import type { Subcommand } from './command.ts'
import { channelRefusedView, channelSetView } from './channel-view.ts'
import { OPTIONS, SUBCOMMANDS, JOINS } from './texts.ts'

const CHOICES = ['on', 'off'] as const

export const channelSubcommand: Subcommand = {
  name: SUBCOMMANDS.channel,
  build: (command) =>
    command
      .addChannelOption((option) =>
        localized(option, OPTIONS.channel)
          .setRequired(true)
          .addChannelTypes(ChannelType.GuildText, ChannelType.GuildAnnouncement),
      )
      .addRoleOption((option) => localized(option, OPTIONS.role))
      .addStringOption((option) => localized(option, OPTIONS.joins).addChoices(localizedChoices(CHOICES, JOINS))),
  createTask(options) {
    const { id: channelId } = options.getChannel('channel', true)
    const role = options.getRole('role')
    const joins = CHOICES.find((each) => each === options.getString('joins'))
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, callContext, reply, requestId, texts } = invocation
        const actor = actorOf(invocation)
        const roleId = role?.id ?? null
        // The role of all members has the id of the server.
        if (roleId === actor.guildId) throw new WatchError({ code: 'role_everyone' })
        const test = await context.testChannel(
          { channelId, role: role && { id: role.id, isMentionable: role.mentionable }, nonce: requestId },
          await findServerLocale(context, actor),
          callContext.signal,
        )
        if (test.kind === 'unavailable') throw new WatchError({ code: 'discord_unavailable' })
        // The channel is not stored, because alerts could not be posted there.
        if (test.kind === 'refused') return reply.show(channelRefusedView(channelId, test.problem, texts))
        const reportsJoins = joins && joins === 'on'
        const set = await setAlertChannel(context, { ...actor, channelId, roleId, reportsJoins })
        await reply.show(channelSetView({ channelId, roleId, ...set, ...test }, context.published, texts))
      },
    }
  },
}

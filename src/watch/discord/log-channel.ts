import { channelMention, ChannelType } from 'discord.js'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { createView, type View } from '../../discord/view.ts'
import { ICONS } from '../../lib/tone.ts'
import { type ChosenChannels, LOG_OFF, logChannelOf } from '../../model/log-line.ts'
import { findChannels, type RefusedLog, setLogChannel } from '../server-settings.ts'
import { refusedLogLines, testOrRefuse } from './channel.ts'
import type { Subcommand } from './command.ts'
import { LOG_OPTIONS, LOG_PLACES, SUBCOMMANDS, type Texts } from './texts.ts'

const PLACES = ['alerts', 'off'] as const

/** `/settings log`: where changes are told. Without options it says where. */
export const logChannelSubcommand: Subcommand = {
  name: SUBCOMMANDS.log,
  build: (command) =>
    command
      .addChannelOption((option) =>
        localized(option, LOG_OPTIONS.channel).addChannelTypes(ChannelType.GuildText, ChannelType.GuildAnnouncement),
      )
      .addStringOption((option) =>
        localized(option, LOG_OPTIONS.instead).addChoices(localizedChoices(PLACES, LOG_PLACES)),
      ),
  createTask(options) {
    const channelId = options.getChannel('channel')?.id
    const place = PLACES.find((each) => each === options.getString('instead'))
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, reply, texts } = invocation
        const actor = actorOf(invocation)
        if (channelId === undefined && place === undefined)
          return reply.show(logChannelView(await findChannels(context, actor.guildId), texts))
        const tested = { channelId: channelId ?? '', role: null, isForLog: true }
        if (channelId !== undefined && !(await testOrRefuse(invocation, tested, texts.log.channelNotSet))) return
        const logChannelId = channelId ?? (place === 'off' ? LOG_OFF : null)
        await reply.show(logChannelView(await setLogChannel(context, { ...actor, logChannelId }), texts))
      },
    }
  },
}

/** Says where changes are told, and which. */
function logChannelView(channels: ChosenChannels & { refusedLog?: RefusedLog | null }, texts: Texts): View {
  const { log, sent } = texts
  const channelId = logChannelOf(channels)
  if (channels.logChannelId === LOG_OFF)
    return createView('neutral', [[`## 📜 ${log.toldNowhere}`, `-# ${log.seeLog}`].join('\n')], [])
  const lines = [
    `## 📜 ${channelId === null ? log.toldNowhere : log.toldIn({ channel: channelMention(channelId) })}`,
    ...(channelId === null ? [`${ICONS.restricted} ${sent.noChannel}`] : []),
    ...refusedLogLines(channels.refusedLog, texts),
    log.told,
    channels.logChannelId === null ? log.policyNotTold : log.policyTold,
    `-# ${log.seeLog}`,
  ]
  return createView(channelId === null || channels.refusedLog ? 'restricted' : 'clean', [lines.join('\n')], [])
}

import { channelMention, ChannelType, roleMention } from 'discord.js'
import { WatchError } from '../../model/watch.ts'
import { findChannels, findServerLocale, type RefusedLog, setAlertChannel } from '../server-settings.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import type { Invocation, Subcommand } from './command.ts'
import { JOINS, OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
import { ICONS } from '../../lib/tone.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import type { ChannelTest, TestedChannel } from './test-channel.ts'
import { createView, type View } from '../../discord/view.ts'
import { ERROR_ICON, publishedLines } from '../../discord/views/parts.ts'

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
    const given = options.getRole('role')
    const joins = CHOICES.find((each) => each === options.getString('joins'))
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, reply, texts } = invocation
        const actor = actorOf(invocation)
        const chosen = given?.id === actor.guildId ? null : given
        const before = given === null ? (await findChannels(context, actor.guildId)).alertRoleId : null
        // Of the role that was chosen before, Discord's answer says whether it was mentioned.
        const kept = before === null ? null : { id: before, isMentionable: false }
        const role = chosen ? { id: chosen.id, isMentionable: chosen.mentionable } : kept
        const test = await testOrRefuse(invocation, { channelId, role }, texts.watch.channelNotSet)
        // The channel is not stored, because alerts could not be posted there.
        if (test === null) return
        const reportsJoins = joins && joins === 'on'
        // The role of all members, which has the id of the server, stands for none.
        const roleId = given === null ? undefined : (chosen?.id ?? null)
        const set = await setAlertChannel(context, { ...actor, channelId, roleId, reportsJoins })
        await reply.show(channelSetView({ channelId, ...set, ...test }, context.published, texts))
      },
    }
  },
}

type PostedTest = Extract<ChannelTest, { kind: 'posted' }>

/** A channel for alerts that was set after a test message. */
interface SetChannel extends Omit<PostedTest, 'kind'> {
  channelId: string
  roleId: string | null
  /** Number of alerts that are delivered to this channel next. */
  waiting: number
  /** Whether watched accounts that join a game server are reported. */
  reportsJoins: boolean
}

/** The message that says where alerts are posted, whom they mention, and which permissions are missing. */
function channelSetView(set: SetChannel, published: OperatorLinks, texts: Texts): View {
  const { watch } = texts
  const { channelId, roleId, waiting, reportsJoins, canMentionRole } = set
  const tone = canMentionRole ? 'clean' : 'restricted'
  const role = roleId === null ? '' : roleMention(roleId)
  const mentions = roleId === null ? watch.mentionsNone : watch.mentions({ role })
  const lines = [
    `## 🔔 ${watch.channelSet({ channel: channelMention(channelId) })}`,
    watch.testPosted,
    canMentionRole ? mentions : `${ICONS.restricted} ${watch.notMentionable({ role })}`,
    watch.reportsJoins[reportsJoins ? 'on' : 'off'],
    ...(waiting > 0 ? [watch.waiting({ count: waiting })] : []),
    ...publishedLines(published, texts),
  ]
  return createView(tone, [lines.join('\n')], [])
}

/** Says that Discord refused the last line of the log, and why; nothing if it did not. */
export function refusedLogLines(refused: RefusedLog | null | undefined, { common, log, watch }: Texts): string[] {
  if (!refused) return []
  const what = log.channelNotSet({ channel: channelMention(refused.channelId) })
  const why = watch.channelProblems[refused.block === 'forbidden' ? 'send_messages' : refused.block]
  return [`${ICONS.restricted} ${common.explained({ what, why })} ${log.set}`]
}

/** Posts the test message of a channel; if Discord refuses it, shows why, titled by `notSet`, and returns null. Throws while Discord does not answer. */
export async function testOrRefuse(
  invocation: Invocation,
  tested: Omit<TestedChannel, 'nonce'>,
  notSet: (values: { channel: string }) => string,
): Promise<PostedTest | null> {
  const { context, callContext, reply, requestId, texts } = invocation
  const locale = await findServerLocale(context, actorOf(invocation))
  const test = await context.testChannel({ ...tested, nonce: requestId }, locale, callContext.signal)
  if (test.kind === 'unavailable') throw new WatchError({ code: 'discord_unavailable' })
  if (test.kind === 'posted') return test
  const { channelProblems, channelNotChanged } = texts.watch
  const title = `### ${ERROR_ICON} ${notSet({ channel: channelMention(tested.channelId) })}`
  const lines = [title, channelProblems[test.problem], channelNotChanged]
  await reply.show(createView('incomplete', [lines.join('\n')], []))
  return null
}

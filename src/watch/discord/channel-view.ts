import { channelMention, roleMention } from 'discord.js'
import { ICONS } from '../../lib/tone.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import type { ChannelProblem, ChannelTest } from './alerts/test-channel.ts'
import type { Texts } from './texts.ts'
import { createView, type View } from '../../discord/view.ts'
import { ERROR_ICON, publishedLines } from '../../discord/views/parts.ts'

/** A channel for alerts that was set after a test message. */
export interface SetChannel extends Omit<Extract<ChannelTest, { kind: 'posted' }>, 'kind'> {
  channelId: string
  roleId: string | null
  /** Number of alerts that are delivered to this channel next. */
  waiting: number
  /** Whether watched accounts that join a game server are reported. */
  reportsJoins: boolean
}

/** The message that says where alerts are posted, whom they mention, and which permissions are missing. */
export function channelSetView(set: SetChannel, published: OperatorLinks, texts: Texts): View {
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

/** Explains why a channel cannot be used for alerts. */
export function channelRefusedView(channelId: string, problem: ChannelProblem, { watch }: Texts): View {
  const heading = `### ${ERROR_ICON} ${watch.channelNotSet({ channel: channelMention(channelId) })}`
  return createView('incomplete', [[heading, watch.channelProblems[problem], watch.channelNotChanged].join('\n')], [])
}

import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes, roleMention, Routes } from 'discord.js'
import { z } from 'zod'
import { ICONS } from '../../lib/tone.ts'
import type { BotApi } from '../../discord/bot-api.ts'
import type { Texts } from './texts.ts'
import { createView, fileLink, type View } from '../../discord/view.ts'
import { alertsTable } from './alert-messages.ts'
import { classifyFailure } from '../../outbox/discord/classify-failure.ts'
import { toMessageRequest } from '../../outbox/discord/message-request.ts'

/** A channel for alerts to be tested. */
export interface TestedChannel {
  channelId: string
  /** The role that alerts will mention; null for none. */
  role: { id: string; isMentionable: boolean } | null
  /** Whether changes are to be told there, instead of alerts. */
  isForLog?: boolean
  /** At most 25 characters; Discord posts only one message with the same nonce. */
  nonce: string
}

/** The problem of a channel for alerts: a permission that the bot lacks, or the channel itself. */
type ChannelProblem = 'view_channel' | 'send_messages' | 'attach_files' | 'channel_gone' | 'not_for_messages'

/** The result of posting a test message. */
export type ChannelTest =
  /** Without `canMentionRole`, no user is notified. */
  | { kind: 'posted'; canMentionRole: boolean }
  | { kind: 'refused'; problem: ChannelProblem }
  /** Discord did not answer normally, so nothing is known about the channel. */
  | { kind: 'unavailable' }

/** The dependencies of commands about the channel for alerts. */
export interface ChannelContext {
  /** Posts a test message like an alert, in the language of the server; the result says which permission is missing. */
  testChannel: (channel: TestedChannel, locale: string, signal: AbortSignal) => Promise<ChannelTest>
}

/** Maximum number of attempts while answers say nothing about the channel; the nonce prevents a second message. */
const MAX_ATTEMPTS = 3

const sentSchema = z.object({ mention_roles: z.array(z.string()).default([]) })

/**
 * Posts a test message like an alert: with a file (but for the log), and with the mention of the role, but silently. The result says which permission is
 * missing. Rejects with the signal's reason.
 */
export async function testChannel(
  api: BotApi,
  channel: TestedChannel,
  texts: Texts,
  signal: AbortSignal,
): Promise<ChannelTest> {
  const { channelId, role, isForLog = false } = channel
  const route = Routes.channelMessages(channelId)
  const post = (withFile: boolean) =>
    tried(signal, async () => {
      await api.turn(signal)
      const identity = { nonce: channel.nonce, roleId: role?.id ?? null }
      const view = testView(role?.id ?? null, { withFile, isForLog }, texts)
      return sentSchema.parse(
        await api.post(route, { ...toMessageRequest(identity, view, MessageFlags.SuppressNotifications), signal }),
      )
    })
  const posted = await post(!isForLog)
  if ('error' in posted) {
    const problem = problemOf(posted.error)
    if (problem !== 'missing_permissions') return problem ? { kind: 'refused', problem } : { kind: 'unavailable' }
    if (isForLog) return { kind: 'refused', problem: 'send_messages' }
    // Discord does not say which permission is missing, so the message is posted again without a file, which needs one permission less.
    const plain = await post(false)
    return { kind: 'refused', problem: 'error' in plain ? 'send_messages' : 'attach_files' }
  }
  return {
    kind: 'posted',
    canMentionRole: role === null || role.isMentionable || posted.value.mention_roles.includes(role.id),
  }
}

/** The test message; `withFile`, it has the file of a digest without changes. */
function testView(
  roleId: string | null,
  { withFile, isForLog }: { withFile: boolean; isForLog: boolean },
  texts: Texts,
): View {
  const { testFile, testWithoutFile } = texts.alerts
  const { testTitle, test } = isForLog ? texts.log : texts.alerts
  const files = withFile ? [alertsTable([], new Map(), texts)] : []
  const lines = [
    `## 🔔 ${testTitle}`,
    test,
    ...(roleId === null ? [] : [texts.watch.mentions({ role: roleMention(roleId) })]),
    // The log has no files.
    ...(isForLog ? [] : [withFile ? testFile : `${ICONS.restricted} ${testWithoutFile}`]),
  ]
  return createView('neutral', [lines.join('\n'), ...files.map(fileLink)], [], files)
}

/** Makes a request, and repeats it while its failure says nothing about the channel. */
async function tried<T>(signal: AbortSignal, request: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { value: await request() }
    } catch (error) {
      signal.throwIfAborted()
      if (attempt === MAX_ATTEMPTS || problemOf(error) !== undefined) return { error }
    }
  }
}

/** The problem of the channel that an error shows; undefined if the error is not about the channel. */
function problemOf(error: unknown): ChannelProblem | 'missing_permissions' | undefined {
  const code = error instanceof DiscordAPIError ? error.code : undefined
  if (code === RESTJSONErrorCodes.MissingAccess) return 'view_channel'
  if (code === RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel) return 'not_for_messages'
  const { kind } = classifyFailure(error)
  if (kind === 'channel_gone') return kind
  return kind === 'forbidden' ? 'missing_permissions' : undefined
}

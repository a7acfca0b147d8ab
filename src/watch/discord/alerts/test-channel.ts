import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes, roleMention, Routes } from 'discord.js'
import { z } from 'zod'
import { ICONS } from '../../../lib/tone.ts'
import type { BotApi } from '../../../discord/bot-api.ts'
import type { Texts } from '../texts.ts'
import type { ChannelProblem, ChannelTest, TestedChannel } from '../tested-channel.ts'
import { createView, fileLink, type View } from '../../../discord/view.ts'
import { alertsTable } from './alerts-table.ts'
import { classifyFailure } from '../../../outbox/discord/classify-failure.ts'
import { toMessageRequest } from '../../../outbox/discord/message-request.ts'

/** Attempts for an answer that says nothing about the channel; the nonce prevents a second message. */
const MAX_ATTEMPTS = 3

const sentSchema = z.object({ mention_roles: z.array(z.string()).default([]) })
const historySchema = z.array(z.unknown())

/**
 * Posts a test message as alerts are: with a file, and with the mention of the role, which notifies without a sound. Tells which
 * permission is missing. Rejects with the signal's reason.
 */
export async function testChannel(
  api: BotApi,
  channel: TestedChannel,
  texts: Texts,
  signal: AbortSignal,
): Promise<ChannelTest> {
  const { channelId, role } = channel
  const route = Routes.channelMessages(channelId)
  const post = (withFile: boolean) =>
    tried(signal, async () => {
      await api.turn(signal)
      const identity = { nonce: channel.nonce, roleId: role?.id ?? null }
      const view = testView(role?.id ?? null, withFile, texts)
      return sentSchema.parse(
        await api.post(route, { ...toMessageRequest(identity, view, MessageFlags.SuppressNotifications), signal }),
      )
    })
  const posted = await post(true)
  if ('error' in posted) {
    const problem = problemOf(posted.error)
    if (problem !== 'missing_permissions') return problem ? { kind: 'refused', problem } : { kind: 'unavailable' }
    // Discord does not say which permission is missing: without a file, one less is needed.
    const plain = await post(false)
    return { kind: 'refused', problem: 'error' in plain ? 'send_messages' : 'attach_files' }
  }
  const history = await tried(signal, async () => {
    await api.turn(signal)
    return historySchema.parse(await api.get(route, { query: new URLSearchParams({ limit: '1' }), signal }))
  })
  return {
    kind: 'posted',
    // Discord answers with an empty list instead of an error, and the test message is in the channel.
    canReadHistory: 'error' in history || history.value.length > 0,
    canMentionRole: role === null || role.isMentionable || posted.value.mention_roles.includes(role.id),
  }
}

/** The test message; its file is that of a digest, without any changes. */
function testView(roleId: string | null, withFile: boolean, texts: Texts): View {
  const { testTitle, test, testRole, testFile, testWithoutFile } = texts.alerts
  const files = withFile ? [alertsTable([], () => null, texts)] : []
  const lines = [
    `## 🔔 ${testTitle}`,
    test,
    ...(roleId === null ? [] : [testRole(roleMention(roleId))]),
    withFile ? testFile : `${ICONS.restricted} ${testWithoutFile}`,
  ]
  return createView('neutral', [lines.join('\n'), ...files.map(fileLink)], [], files)
}

/** The result of a request, which is repeated while its failure says nothing about the channel. */
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

/** What an error says about the channel; undefined when it says nothing. */
function problemOf(error: unknown): ChannelProblem | 'missing_permissions' | undefined {
  const code = error instanceof DiscordAPIError ? error.code : undefined
  if (code === RESTJSONErrorCodes.MissingAccess) return 'view_channel'
  if (code === RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel) return 'not_for_messages'
  const { kind } = classifyFailure(error)
  if (kind === 'channel_gone') return kind
  return kind === 'forbidden' ? 'missing_permissions' : undefined
}

import { Routes } from 'discord.js'
import { expect } from 'vitest'
import type { SimDiscord } from '../../packages/sim-discord/src/index.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import type { View } from '../../src/discord/view.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { toMessageRequest } from '../../src/outbox/discord/message-request.ts'

/** Posts a view in a channel of its own, as the bot posts messages by itself. */
export async function postView(discord: SimDiscord, view: View) {
  const channelId = discord.guild().createChannel({ name: 'alerts' })
  const api = createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })
  const { files, body } = toMessageRequest({ nonce: 'AbCdEfGhIjKlMnOpQrStUvWxY', roleId: null }, view)
  await api.post(Routes.channelMessages(channelId), { body, files, signal: AbortSignal.timeout(5_000) })
  const message = discord.channel(channelId)[0] ?? expect.fail('there is no message')
  const before = message.text()
  /** Expects that the message is the only one in its channel, and as it was. */
  const expectUnchanged = () => expect(discord.channel(channelId).map((each) => each.text())).toEqual([before])
  return { message, expectUnchanged }
}

import { expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../../../packages/sim-discord/src/index.ts'
import { type ChannelTest, testChannel } from '../../../src/watch/discord/test-channel.ts'
import { createBotApi } from '../../../src/discord/bot-api.ts'
import { de, en } from '../../support/texts.ts'
import { systemClock } from '../../../src/lib/clock.ts'

const POSTED: ChannelTest = { kind: 'posted', canMentionRole: true }

async function openChannelTest() {
  const discord = await startDiscord()
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const guild = discord.guild()
  const api = createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })
  let nonce = 0
  return {
    discord,
    guild,
    run: ({
      channelId = guild.channelId,
      role = null as { id: string; isMentionable: boolean } | null,
      texts = en,
      signal = new AbortController().signal,
    } = {}) => testChannel(api, { channelId, role, nonce: String(nonce++) }, texts, signal),
  }
}

test('the message mentions the role and is in the language of the server', async () => {
  const { run, discord, guild } = await openChannelTest()
  const id = guild.createRole({ name: 'Moderators' })
  expect(await run({ role: { id, isMentionable: true }, texts: de })).toEqual(POSTED)
  const [message] = discord.channel()
  expect(message?.text()).toContain('die hineinkommen, erwähnen @Moderators.')
  expect(message?.notifies).toEqual([`&${id}`])
})

test('a deleted channel, and one without messages', async () => {
  const { run, guild } = await openChannelTest()
  const deleted = guild.createChannel()
  guild.deleteChannel(deleted)
  expect(await run({ channelId: deleted })).toEqual({ kind: 'refused', problem: 'channel_gone' })
  const category = guild.createChannel({ type: 4 })
  expect(await run({ channelId: category })).toEqual({ kind: 'refused', problem: 'not_for_messages' })
})

test('a failure of Discord is repeated, and posts one message', async () => {
  const { run, discord } = await openChannelTest()
  discord.rest.fail({ match: 'message', status: 502, isAccepted: true, times: 2 })
  expect(await run()).toEqual(POSTED)
  expect(discord.channel()).toHaveLength(1)
})

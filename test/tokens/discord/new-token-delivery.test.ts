import { expect, test } from 'vitest'
import { newTokenMessages } from '../../../src/tokens/discord/new-token-messages.ts'
import { createToolToken } from '../../../src/tokens/tokens.ts'
import { sqliteForTest } from '../../support/database.ts'
import { openDeliveryTest, type DeliveryTestOptions } from '../../support/delivery-test.ts'

const CREATOR = '200000000000000001'

/** A server with a channel for alerts, in which tokens are created. */
async function open(options: DeliveryTestOptions = {}) {
  const opened = await openDeliveryTest(newTokenMessages, options)
  const { clock, database, guild } = opened
  const context = { database, clock, toolTokens: { reload: async () => {} } }
  return {
    ...opened,
    create: (name: string, locale = 'en-US') =>
      createToolToken(
        context,
        { guildId: guild.id, locale, userId: CREATOR },
        { name, scopes: ['bans:read', 'joins'], until: '30d' },
      ),
  }
}

test('a new token is told once, with its scopes, its creator and its end, and without the token', async () => {
  const { create, deliverFor, posted, outcomes, discord, guild } = await open()
  const { token } = await create('my *panel*')
  await deliverFor(3)
  expect(posted()).toHaveLength(1)
  const [text = ''] = posted()
  expect(text).toContain('🔑 New token for a tool: my *panel*')
  expect(text).toContain('`bans:read`: read the ban list and its changes')
  expect(text).toContain('`joins`: read who joined your game servers')
  expect(text).not.toContain('verdicts')
  expect(text).toMatch(/made by @.+ · ends on 3 June 2026/)
  expect(JSON.stringify(discord.channel(guild.channelId))).not.toContain(token.slice(4))
  expect(outcomes).toEqual(['delivered'])
})

test('more than five are told as one list', async () => {
  const { create, deliverFor, posted } = await open()
  for (let index = 0; index < 9; index++) await create('*'.repeat(31) + String(index))
  await deliverFor(3)
  expect(posted()).toEqual([expect.stringContaining('🔑 New tokens for 9 tools')])
  expect(posted()[0]).toContain(`${'*'.repeat(31)}8 · \`bans:read joins\``)
})

test('without a channel it waits for a week, and is then given up', async () => {
  const opened = await open()
  const { create, deliverDue, advance, posted, path, guild, addGuild } = opened
  await (await sqliteForTest(path))('guilds').update({ alert_channel_id: null })
  await create('first')
  await advance(6 * 86_400)
  await create('second')
  await advance(86_400 + 1)
  await deliverDue()
  expect(posted()).toEqual([])
  await addGuild(guild.id)
  await deliverDue()
  expect(posted()).toEqual([expect.stringContaining('second')])
})

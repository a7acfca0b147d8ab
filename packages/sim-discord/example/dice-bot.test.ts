import type { Client } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDiscord, type SimDiscord } from '../src/index.ts'
import { startBot } from './dice-bot.ts'

let discord: SimDiscord
let bot: Client

beforeEach(async () => {
  discord = await startDiscord()
  bot = await startBot(discord.token, discord.apiUrl)
  await expect.poll(() => discord.commands.list().length).toBe(1)
})
afterEach(async () => {
  await bot.destroy()
  await discord.close()
  expect(discord.violations()).toEqual([])
})

test('a roll is seen by its user only, and is repeated in its place', async () => {
  const reply = discord.user().type('/roll sides:20')
  expect(await reply.until(/^\d+ of 20$/m)).toContain('Only you can see this')
  const again = reply.click('Again')
  await again.acknowledged()
  expect(again.text()).toMatch(/^\d+ of 20$/m)
  expect(again.message()?.id).toBe(reply.message()?.id)
})

test('a die has two sides at least', () => {
  expect(() => discord.user().type('/roll sides:1')).toThrow('sides')
})

test('an answer that Discord fails to take is sent again', async () => {
  discord.rest.fail({ match: 'callback', status: 500 })
  await discord.user().type('/roll').until('of 6')
})

test('a command that is typed while the connection is lost is answered', async () => {
  discord.gateway.drop()
  await discord.user().type('/roll').until('of 6')
  expect(discord.gateway.resumes()).toBe(1)
})

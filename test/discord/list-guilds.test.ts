import { afterEach, expect, test } from 'vitest'
import { type SimDiscord, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { createBotApi, type BotApi } from '../../src/discord/bot-api.ts'
import { listGuilds } from '../../src/discord/list-guilds.ts'
import { systemClock } from '../../src/lib/clock.ts'

let discord: SimDiscord | undefined

async function open(guilds: number) {
  discord = await startDiscord({ guilds })
  const api = createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })
  return { discord, api, list: () => listGuilds(api, new AbortController().signal) }
}

afterEach(async () => {
  expect(discord?.violations()).toEqual([])
  await discord?.close()
})

test.each([
  [0, 1],
  [1, 2],
  [200, 2],
  [450, 4],
])('all %d servers of the bot are listed, with %d requests', async (guilds, pages) => {
  const { discord, list } = await open(guilds)
  expect(await list()).toEqual(
    discord.guildIds.map((id) => expect.objectContaining({ id, name: expect.stringMatching(/./) })),
  )
  expect(discord.rest.requests().filter(({ path }) => path.endsWith('/guilds'))).toHaveLength(pages)
})

test('a server that has removed the bot is not listed', async () => {
  const { discord, list } = await open(3)
  const [gone = '', ...rest] = discord.guildIds
  discord.guild(gone).removeBot()
  expect((await list()).map(({ id }) => id)).toEqual(rest)
})

test('a listing of which a page fails is no listing', async () => {
  const { api } = await open(450)
  const pages: BotApi = {
    ...api,
    get: (...request) => (calls++ === 1 ? Promise.reject(new Error('503')) : api.get(...request)),
  }
  let calls = 0
  await expect(listGuilds(pages, new AbortController().signal)).rejects.toThrow('503')
  calls = 5
  expect(await listGuilds(pages, new AbortController().signal)).toHaveLength(450)
})

import { setMaxListeners } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../../packages/sim-discord/src/index.ts'
import { createBotApi, listGuilds, type BotApi } from '../../src/discord/bot-api.ts'
import { systemClock, type Clock } from '../../src/lib/clock.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const { signal } = new AbortController()
setMaxListeners(0, signal)

async function openApi(clock: Clock = systemClock, guilds = 1) {
  const discord = await startDiscord({ guilds })
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const api = createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock })
  return { discord, api, send: async () => api.get('/users/@me', { signal }) }
}

test('gives at most 45 turns in the first second, and 40 in each further one', async () => {
  const clock = createFakeClock()
  const { api } = await openApi(clock)
  let turns = 0
  for (let index = 0; index < 200; index++) void api.turn(signal).then(() => turns++)
  const perSecond: number[] = []
  for (let second = 0; second < 4; second++) {
    const before = turns
    await clock.advance(1_000)
    perSecond.push(turns - before)
  }
  expect(perSecond).toEqual([45, 40, 40, 40])
})

test('a global rate limit stops all turns for as long as Discord says', async () => {
  const clock = createFakeClock()
  const { discord, api, send } = await openApi(clock)
  const body = { message: 'You are being rate limited.', retry_after: 5, global: true }
  discord.rest.fail({ match: 'self', status: 429, body, headers: { 'x-ratelimit-global': 'true' } })
  await expect(send()).rejects.toMatchObject({ global: true })
  let hasTurn = false
  void api.turn(signal).then(() => (hasTurn = true))
  await clock.advance(5_000)
  expect(hasTurn).toBe(false)
  await clock.advance(1_000)
  expect(hasTurn).toBe(true)
})

test('sends a request once, also when it fails', async () => {
  const { discord, send } = await openApi()
  discord.rest.fail({ match: 'self', status: 503, times: 9 })
  await expect(send()).rejects.toMatchObject({ status: 503 })
  expect(discord.rest.requests()).toHaveLength(1)
})

test('goes on after an answer of 401, which makes the client forget its token', async () => {
  const { discord, send } = await openApi()
  discord.rest.fail({ match: 'self', status: 401 })
  await expect(send()).rejects.toMatchObject({ status: 401 })
  expect(await send()).toMatchObject({ id: discord.applicationId })
})

describe('the servers of the bot', () => {
  test.each([
    [0, 1],
    [200, 2],
    [450, 4],
  ])('are all listed: %d of them, with %d requests', async (guilds, pages) => {
    const { discord, api } = await openApi(systemClock, guilds)
    expect(await listGuilds(api, signal)).toEqual(
      discord.guildIds.map((id) => expect.objectContaining({ id, name: expect.stringMatching(/./) })),
    )
    expect(discord.rest.requests().filter(({ path }) => path.endsWith('/guilds'))).toHaveLength(pages)
  })

  test('do not contain one that has removed the bot', async () => {
    const { discord, api } = await openApi(systemClock, 3)
    const [gone = '', ...rest] = discord.guildIds
    discord.guild(gone).removeBot()
    expect((await listGuilds(api, signal)).map(({ id }) => id)).toEqual(rest)
  })

  test('are unknown when a page of the listing fails', async () => {
    const { api } = await openApi(systemClock, 450)
    let calls = 0
    const get: BotApi['get'] = (...request) => (calls++ === 1 ? Promise.reject(new Error('503')) : api.get(...request))
    await expect(listGuilds({ ...api, get }, signal)).rejects.toThrow('503')
  })
})

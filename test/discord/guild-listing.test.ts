import { expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../../sim/discord/server.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import { listGuilds, updateGuildListing } from '../../src/discord/guild-listing.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { captureLog } from '../support/log.ts'
import { openWatchTest } from '../support/watch-tests.ts'

const { signal } = new AbortController()

async function openListingTest(guilds: number) {
  const discord = await startDiscord({ guilds })
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const api = createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })
  return { discord, api }
}

test('lists all servers, in pages of 200', async () => {
  const { discord, api } = await openListingTest(450)
  expect(await listGuilds(api, signal)).toEqual(discord.guildIds)
  expect(discord.rest.requests()).toHaveLength(3)
})

test('lists all servers when the last page is full', async () => {
  const { discord, api } = await openListingTest(200)
  expect(await listGuilds(api, signal)).toEqual(discord.guildIds)
})

test('an incomplete listing is none', async () => {
  const { api } = await openListingTest(450)
  const { context, database } = await openWatchTest()
  const { logger } = captureLog()
  // The second page fails.
  const failing: typeof api = {
    ...api,
    get: (route, options) => (options.query?.has('after') ? Promise.reject(new Error('500')) : api.get(route, options)),
  }
  await expect(updateGuildListing({ api: failing, context, log: logger }, signal)).rejects.toThrow('500')
  expect(await database.read(({ meta }) => meta.get('guild_count'))).toBeUndefined()
})

test('is recorded once a day, and a sudden shrinkage is reported', async () => {
  const { discord, api } = await openListingTest(20)
  const { context, database, time } = await openWatchTest()
  const { logger, lines } = captureLog()
  const update = () => updateGuildListing({ api, context, log: logger }, signal)
  await update()
  expect(await database.read(({ meta }) => meta.get('guild_count'))).toBe('20')
  for (const guildId of discord.guildIds.slice(0, 5)) discord.guild(guildId).removeBot()
  await update()
  expect(discord.rest.requests()).toHaveLength(1)
  expect(lines).toEqual([])

  time.now += 86_400
  await update()
  expect(lines).toEqual([expect.objectContaining({ level: 50, count: 15, previous: 20 })])
})

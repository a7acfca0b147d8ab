import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { type SimDiscord, type SimDiscordOptions, startDiscord } from '../../packages/sim-discord/src/index.ts'
import type { SimSteam } from '../../packages/sim-steam/src/server.ts'
import { startService, type Service, type TestSettings } from './service.ts'

/** The whole service with its bot, logged in to a simulated Discord. */
export interface BotService extends Service {
  discord: SimDiscord
}

interface Surroundings {
  steam?: SimSteam
  /** Keeps running when the service stops. */
  discord?: SimDiscord
}

/** Starts the service with its bot and waits until its commands are registered. Rate limits are off by default. */
export async function startBotService(
  settings: TestSettings = {},
  { steam, discord: givenDiscord }: Surroundings = {},
): Promise<BotService> {
  const discord = givenDiscord ?? (await startDiscord())
  const service = await startService(
    {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_USER_PER_MINUTE: '0',
      DISCORD_GUILD_PER_MINUTE: '0',
      ...settings,
    },
    steam,
  )
  await vi.waitUntil(() => service.log.some(({ msg }) => /^the commands (were )?registered/.test(msg)), {
    timeout: 20_000,
    interval: 5,
  })
  return {
    ...service,
    discord,
    async close() {
      await service.close()
      if (!givenDiscord) await discord.close()
    },
  }
}

/** A service with its bot for one test: stopped after it, with the expectation that it kept to Discord's rules. */
export async function botForTest(
  settings: TestSettings = {},
  surroundings: Surroundings = {},
  discordOptions?: SimDiscordOptions,
): Promise<BotService> {
  const discord = discordOptions ? await startDiscord(discordOptions) : undefined
  const bot = await startBotService(settings, discord ? { ...surroundings, discord } : surroundings)
  onTestFinished(async () => {
    await bot.close()
    await discord?.close()
    expect(bot.discord.violations()).toEqual([])
  })
  return bot
}

/** A service with its bot for the tests of a file. After each test the log is cleared, and no rule of Discord may be broken. */
export function useBotService(steam: SimSteam, settings: TestSettings = {}): () => BotService {
  let service: BotService | undefined
  beforeAll(async () => {
    service = await startBotService(settings, { steam })
  })
  afterEach(() => {
    if (service) service.log.length = 0
    expect(service?.discord.violations()).toEqual([])
  })
  afterAll(() => service?.close())
  return () => service ?? expect.unreachable('the service runs while tests do')
}

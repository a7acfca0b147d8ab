import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startDiscord } from '../../sim/discord/server.ts'
import type { SimSteam } from '../../sim/steam/server.ts'
import type { BotService } from './bot.ts'
import { startService, type TestSettings } from './service.ts'
import { until } from './until.ts'

/** A service with its bot for the tests of a file. After each test the log is cleared, and no rule of Discord may be broken. */
export function useBotService(steam: SimSteam, settings: TestSettings = {}): () => BotService {
  let service: BotService | undefined
  beforeAll(async () => {
    const discord = await startDiscord()
    const access = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl }
    const noLimits = { DISCORD_USER_PER_MINUTE: '0', DISCORD_GUILD_PER_MINUTE: '0' }
    service = { ...(await startService({ ...access, ...noLimits, ...settings }, steam)), discord }
    await until(() => discord.commands.puts() === 1)
  })
  afterEach(() => {
    if (service) service.log.length = 0
    expect(service?.discord.violations()).toEqual([])
  })
  afterAll(async () => {
    await service?.close()
    await service?.discord.close()
  })
  return () => service ?? expect.unreachable('the service runs while tests do')
}

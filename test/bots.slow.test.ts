import { describe, expect, onTestFinished, test } from 'vitest'
import { type SimDiscord, startDiscord } from '../packages/sim-discord/src/index.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import { ask } from './support/ask.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram, type MainProcess } from './support/main-process.ts'
import { postgresForTest } from './support/postgres.ts'
import { useSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const built = await useProgram()
const steam = await useSteam(createWorld({ accounts: 300 }))

interface Bots {
  discord: SimDiscord
  databaseUrl: string
  /** Starts one more process; resolves when it listens. */
  start: () => Promise<{ program: MainProcess; url: string }>
}

/** Processes with ROLE=bot that share a database and a Discord. */
async function botsForTest(settings: Record<string, string> = {}): Promise<Bots> {
  const discord = await startDiscord()
  onTestFinished(async () => {
    await discord.close()
    // While one process takes over from the other, both answer, and Discord takes the first answer.
    expect(discord.violations().filter((text) => !text.includes('already been acknowledged'))).toEqual([])
  })
  const DATABASE_URL = await postgresForTest()
  return {
    discord,
    databaseUrl: DATABASE_URL,
    async start() {
      const program = runMain(built.entry, folderForTest(), {
        ROLE: 'bot',
        DATABASE_URL,
        STORE_URL: 'memory://',
        HTTP_PORT: '0',
        STEAM_API_KEY: steam.key,
        STEAM_API_URL: steam.apiUrl,
        STEAM_COMMUNITY_URL: steam.communityUrl,
        DISCORD_TOKEN: discord.token,
        DISCORD_API_URL: discord.apiUrl,
        ...settings,
      })
      return { program, url: await program.url() }
    },
  }
}

const discordOf = async (bot: { url: string }) => {
  const { status, body } = await ask(bot, '/readyz')
  return [status, (body as { discord: string }).discord]
}
const untilConnected = async (bot: { url: string }) => {
  await expect.poll(() => discordOf(bot), { timeout: 10_000, interval: 50 }).toEqual([200, 'connected'])
}

describe('two bots', () => {
  test('after a kill of the holder the standby logs in within 15 s', async () => {
    const { discord, start } = await botsForTest()
    const first = await start()
    await untilConnected(first)
    const second = await start()
    first.program.kill('SIGKILL')
    const killedAt = performance.now()
    await expect.poll(() => discord.gateway.sessions(), { timeout: 20_000, interval: 20 }).toBe(2)
    const seconds = (performance.now() - killedAt) / 1000
    expect(seconds).toBeLessThan(15)
    await untilConnected(second)
    expect(await discord.user().type('/lookup raider').until('1 VAC ban')).toContain('raider')
  }, 40_000)

  test('a rolling restart loses no command', async () => {
    const { discord, start } = await botsForTest({
      DRAIN_SECONDS: '8',
      DISCORD_USER_PER_MINUTE: '0',
      DISCORD_GUILD_PER_MINUTE: '0',
    })
    const first = await start()
    await untilConnected(first)
    const second = await start()
    const stop = new AbortController()
    const failures: string[] = []
    let answered = 0
    const moderators = Array.from({ length: 4 }, async () => {
      const user = discord.user()
      while (!stop.signal.aborted) {
        const reply = user.type(`/lookup ${steam.world.cast.raider}`)
        await reply.until('1 VAC ban', 4_000).then(
          () => (answered += 1),
          () => failures.push(reply.text()),
        )
      }
    })
    // Each is replaced by a new one, the holder and then its successor.
    await new Promise((resolve) => setTimeout(resolve, 500))
    first.program.kill('SIGTERM')
    expect(await first.program.exit).toEqual({ code: 0, signal: null })
    await untilConnected(second)
    const third = await start()
    second.program.kill('SIGTERM')
    expect(await second.program.exit).toEqual({ code: 0, signal: null })
    await untilConnected(third)
    await new Promise((resolve) => setTimeout(resolve, 500))
    stop.abort()
    await Promise.all(moderators)
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(10)
    const outcomes = [first, second, third].flatMap(({ program }) =>
      program.log().flatMap((line) => line['outcome'] ?? []),
    )
    expect(outcomes.filter((outcome) => outcome !== 'answered' && outcome !== 'elsewhere')).toEqual([])
    expect(first.program.log().map(({ msg }) => msg)).not.toContain('another process runs the bot: this one stands by')
  }, 60_000)
})

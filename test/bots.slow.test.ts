import { describe, expect, onTestFinished, test } from 'vitest'
import { type SimDiscord, startDiscord } from '../packages/sim-discord/src/index.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import { ask } from './support/ask.ts'
import { watch } from './support/community.ts'
import { databaseAt } from './support/database.ts'
import { CLEAN_RECORD } from './support/fake-context.ts'
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

/** Puts an account on the watch list of a server, with a game ban in its history that Steam does not report. */
async function seeGameBan(databaseUrl: string, { guildId, steamId }: { guildId: string; steamId: string }) {
  const database = await databaseAt(databaseUrl)
  const record = { ...CLEAN_RECORD, NumberOfGameBans: 1 }
  await database.transaction(async (repositories) => {
    await watch(repositories, guildId, [steamId])
    await repositories.accounts.addBaselines([{ steamId, record, lastBan: null }], 200)
  })
}

const discordOf = async (bot: { url: string }) => {
  const { status, body } = await ask(bot, '/readyz')
  return [status, (body as { discord: string }).discord]
}
const untilConnected = async (bot: { url: string }) => {
  await expect.poll(() => discordOf(bot), { timeout: 10_000, interval: 50 }).toEqual([200, 'connected'])
}

describe('two bots', () => {
  test('one has the session and the other stands by', async () => {
    const { discord, start } = await botsForTest()
    const first = await start()
    await untilConnected(first)
    const second = await start()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect([await discordOf(first), await discordOf(second)]).toEqual([
      [200, 'connected'],
      [200, 'standby'],
    ])
    expect(discord.gateway.sessions()).toBe(1)
  }, 40_000)

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

  test('the standby ends the open answers of a killed bot, with a button that works or a sentence', async () => {
    const { discord, databaseUrl, start } = await botsForTest({ DISCORD_USER_PER_MINUTE: '60' })
    const ids = steam.world.ids.slice(0, 70)
    await seeGameBan(databaseUrl, { guildId: discord.guildIds[0] ?? '', steamId: steam.world.cast.clean })
    const first = await start()
    await untilConnected(first)
    await start()
    const batch = discord
      .user()
      .type('/batch', { file: { name: 'all.txt', data: [steam.world.cast.clean, ...ids].join('\n') } })
    await batch.until('are used up')
    steam.dial.set('games', { latencyMs: 20_000 })
    const scan = discord.user().type(`/friends ${steam.world.cast.scan}`)
    await scan.until(/of 100 (?:checked|done)/)
    steam.dial.set('vanity', { faults: { hang: 1 } })
    const german = discord.user({ locale: 'de' }).type('/lookup veteran')
    await expect.poll(() => steam.inFlight('vanity')).toBe(1)
    const done = discord.user().type(`/lookup ${steam.world.cast.raider}`)
    await done.until('1 VAC ban')
    // The list of open answers is written while the lookup waits.
    await new Promise((resolve) => setTimeout(resolve, 500))
    first.program.kill('SIGKILL')
    const killedAt = performance.now()
    expect(await scan.until('Interrupted', 20_000)).toContain('restarted before it could finish this lookup')
    expect(await german.until('Unterbrochen', 5_000)).toContain('bevor er diese Abfrage beenden konnte')
    const interrupted = await batch.until('⏹️ Interrupted', 5_000)
    expect(interrupted).toContain('11 accounts not checked yet.')
    expect(interrupted).toContain('Steam reports no ban now; 1 game ban was seen until')
    expect(performance.now() - killedAt).toBeLessThan(15_000)
    expect(done.text()).toContain('1 VAC ban')
    steam.dial.reset()
    await expect.poll(() => discord.gateway.sessions(), { timeout: 10_000 }).toBe(2)
    await discord.gateway.untilReady()
    expect(await scan.click('Try again').until('checked friends banned', 10_000)).toContain('Friends of')
    batch.click('Continue')
    expect(await batch.until((text) => !text.includes('not checked yet'), 10_000)).toContain('📋 71 accounts')
  }, 60_000)

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

import { expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../packages/sim-discord/src/index.ts'
import { startNetwork } from '../demo/postgres/network.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import { ask } from './support/ask.ts'
import { answerTo } from './support/command-tests.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram } from './support/main-process.ts'
import { postgresForTest } from './support/postgres.ts'
import { useSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const PATIENCE = { timeout: 40_000 }

const built = await useProgram()
const steam = await useSteam(createWorld({ accounts: 300 }))

async function start(settings: Record<string, string> = {}) {
  const discord = await startDiscord()
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const program = runMain(built.entry, folderForTest(), {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DRAIN_SECONDS: '0',
    HTTP_PORT: '0',
    STEAM_API_KEY: steam.key,
    STEAM_API_URL: steam.apiUrl,
    STEAM_COMMUNITY_URL: steam.communityUrl,
    ...settings,
  })
  const url = await program.url()
  const messages = () => program.log().map(({ msg }) => msg)
  await expect.poll(messages, PATIENCE).toContainEqual(expect.stringMatching(/^the commands (were )?registered/))
  const user = discord.user()
  return {
    lookUp: () => ask({ url }, `/api/lookup?steamId=${steam.world.cast.raider}`),
    /** What the bot answers to a command. */
    ask: (command: string) => answerTo(user.type(command)),
    async stop() {
      program.kill('SIGTERM')
      expect(await program.exit).toEqual({ code: 0, signal: null })
    },
  }
}

test('the built program starts, answers a look-up and a command of Discord, and stops', async () => {
  const service = await start()
  const { raider } = steam.world.cast
  expect(await service.lookUp()).toMatchObject({ status: 200, body: { steamId: raider } })
  expect(await service.ask(`/lookup ${raider}`)).toContain('1 VAC ban')
  await service.stop()
}, 120_000)

test('the built program answers while Postgres is away, and uses it again afterwards', async () => {
  const url = await postgresForTest()
  const network = await startNetwork(Number(new URL(url).port))
  onTestFinished(() => network.close())
  const service = await start({ DATABASE_URL: network.through(url) })
  const { raider } = steam.world.cast
  network.cut()
  expect(await service.lookUp()).toMatchObject({ status: 200 })
  expect(await service.ask(`/lookup ${raider}`)).toContain('1 VAC ban')
  expect(await service.ask(`/watch add account:${raider} reason:x`)).toContain('The database is not available')
  network.repair()
  const watchAgain = () => service.ask(`/watch add account:${raider} reason:x`)
  await expect.poll(watchAgain, PATIENCE).toContain('on the watch list')
  await service.stop()
}, 120_000)

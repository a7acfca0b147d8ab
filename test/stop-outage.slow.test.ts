import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../packages/sim-discord/src/index.ts'
import { startPostgres } from '../demo/postgres/start-postgres.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import { ask } from './support/ask.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram } from './support/main-process.ts'
import { useSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const built = await useProgram()
const steam = await useSteam(createWorld({ accounts: 300 }))
const server = await startPostgres({ durable: true })
afterAll(() => server.stop())

async function start(settings: Record<string, string> = {}) {
  const discord = await startDiscord()
  onTestFinished(() => discord.close())
  const program = runMain(built.entry, folderForTest(), {
    DATABASE_URL: await server.createDatabase(),
    DRAIN_SECONDS: '0',
    HTTP_PORT: '0',
    STEAM_API_KEY: steam.key,
    STEAM_API_URL: steam.apiUrl,
    STEAM_COMMUNITY_URL: steam.communityUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    ...settings,
  })
  const url = await program.url()
  const isReady = async () => ((await ask({ url }, '/readyz')).body as { discord: string }).discord === 'connected'
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
  return { program, url }
}

test('an outage of Postgres is one line of the log without a stack, and its end is another', async () => {
  const { program, url } = await start()
  const ofOutage = () => program.log().filter(({ level, msg }) => level >= 40 && !msg.includes('past its end of life'))
  expect(ofOutage()).toEqual([])
  await server.kill()
  // Longer than two heartbeats of the replicas, every 5 s, and a try to give back the lease.
  for (let second = 0; second < 20; second++) {
    await ask({ url }, `/api/lookup?steamId=${steam.world.cast.clean}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  expect(ofOutage()).toMatchObject([
    { level: 40, problem: 'unreachable', msg: expect.stringMatching(/^the database cannot be written/) },
  ])
  expect(JSON.stringify(ofOutage())).not.toMatch(/\\n +at /)
  await server.restart()
  const ends = () => program.log().filter(({ msg }) => msg === 'the database can be written again')
  await expect.poll(ends, { timeout: 10_000 }).toHaveLength(1)
  expect(ofOutage()).toHaveLength(1)
})

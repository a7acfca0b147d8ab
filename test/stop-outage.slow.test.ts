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

/** Stops the program; its warnings and errors, and how long it took, seconds. */
async function stop({ program }: Awaited<ReturnType<typeof start>>) {
  const startedAt = performance.now()
  program.kill('SIGTERM')
  const exit = await program.exit
  const lines = program.log()
  const stopping = lines.slice(lines.findIndex(({ msg }) => msg === 'stopping'))
  return {
    exit,
    seconds: (performance.now() - startedAt) / 1000,
    complaints: stopping.filter(({ level }) => level >= 40),
  }
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
  expect(JSON.stringify(ofOutage())).not.toMatch(/ at /)
  await server.restart()
  const ends = () => program.log().filter(({ msg }) => msg === 'the database can be written again')
  await expect.poll(ends, { timeout: 10_000 }).toHaveLength(1)
  expect(ofOutage()).toHaveLength(1)
})

const NOT_GIVEN_BACK =
  'the database did not answer while this process stopped, so that something could not be given back: leases expire within 12 s'

test.each([
  ['has just frozen', 0],
  ['has been frozen for 8 s', 8_000],
])(
  'a stop while Postgres %s ends soon, and says in one line what could not be given back',
  async (_, frozenMs) => {
    const service = await start()
    await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`)
    await server.freeze()
    onTestFinished(() => server.thaw())
    await new Promise((resolve) => setTimeout(resolve, frozenMs))
    const { exit, seconds, complaints } = await stop(service)
    expect(exit).toEqual({ code: 0, signal: null })
    expect(seconds).toBeLessThan(8)
    const left = expect.arrayContaining(['the lease of the bot'])
    expect(complaints.filter(({ msg }) => msg === NOT_GIVEN_BACK)).toMatchObject([{ level: 40, left }])
    // Work that was under way may still report the outage itself.
    expect(complaints.filter(({ level, problem }) => level > 40 && problem !== 'unreachable')).toEqual([])
  },
  60_000,
)

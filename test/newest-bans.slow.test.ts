import { expect, test } from 'vitest'
import { z } from 'zod'
import { ask } from './support/ask.ts'
import { watch } from './support/community.ts'
import { databaseAt } from './support/database.ts'
import { CLEAN_RECORD } from './support/fake-context.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram } from './support/main-process.ts'
import { postgresForTest } from './support/postgres.ts'
import { useSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const built = await useProgram()
const steam = await useSteam()

const lookupSchema = z.object({ bans: z.object({ NumberOfGameBans: z.int() }) })

test('a ban that one process has committed is in the answers of another one, also after both were killed and while Steam is down', async () => {
  const { clean } = steam.world.cast
  const databaseUrl = await postgresForTest()
  const database = await databaseAt(databaseUrl)
  await database.transaction(async (repositories) => {
    await watch(repositories, '100000000000000001', [clean])
    await repositories.accounts.addBaselines([{ steamId: clean, record: CLEAN_RECORD, lastBan: null }], 200)
  })
  /** Starts the real program with a cache of its own, which is kept for ten minutes. */
  const start = async (folder: string) => {
    const program = runMain(built.entry, folder, {
      ROLE: 'http',
      DATABASE_URL: databaseUrl,
      STORE_URL: 'sqlite://cache.sqlite',
      HTTP_PORT: '0',
      CACHE_ACCOUNT_SECONDS: '600',
      STEAM_API_KEY: steam.key,
      STEAM_API_URL: steam.apiUrl,
      STEAM_COMMUNITY_URL: steam.communityUrl,
    })
    return { program, url: await program.url() }
  }
  const gameBansIn = async (service: { url: string }) =>
    lookupSchema.parse((await ask(service, `/api/lookup?steamId=${clean}`)).body).bans.NumberOfGameBans
  const folder = folderForTest()
  const [finder, other] = await Promise.all([start(folderForTest()), start(folder)])
  expect(await gameBansIn(other)).toBe(0)

  steam.world.ban(clean, 'game')
  expect(await gameBansIn(finder)).toBe(1)
  await expect
    .poll(() => database.read(({ recordChanges }) => recordChanges.of([clean])), { interval: 5 })
    .toHaveLength(1)
  finder.program.kill('SIGKILL')
  await expect.poll(() => gameBansIn(other), { timeout: 2_000, interval: 20 }).toBe(1)

  other.program.kill('SIGKILL')
  await other.program.exit
  steam.dial.set('*', { faults: { '503': 1 } })
  const again = await start(folder)
  expect(await gameBansIn(again)).toBe(1)
}, 60_000)

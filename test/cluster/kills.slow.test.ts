import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { ask } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { runMain, useProgram } from '../support/main-process.ts'
import { postgresForTest } from '../support/postgres.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

/** How long a killed process counts as alive, and then the time in which another one reads what is left twice. */
const ALONE_MS = 30_000
const LONG_MS = 8_000

const built = await useProgram()
const steam = await useSteam(createWorld({ accounts: 300 }))

test('after two kills a banned account is still refused, and /readyz counts right', { timeout: 120_000 }, async () => {
  const settings = {
    DATABASE_URL: await postgresForTest(),
    STORE_URL: 'memory://',
    HTTP_PORT: '0',
    STEAM_API_KEY: steam.key,
    STEAM_API_URL: steam.apiUrl,
    STEAM_COMMUNITY_URL: steam.communityUrl,
  }
  for (let kills = 0; kills <= 2; kills++) {
    const program = runMain(built.entry, folderForTest(), settings)
    const service = { url: await program.url() }
    const lookup = await ask(service, `/api/lookup?steamId=${steam.world.cast.raider}`)
    expect(lookup).toMatchObject({ status: 200, body: { bans: { VACBanned: true } } })
    const readyOf = async () => (await ask(service, '/readyz')).body
    await expect.poll(readyOf, { timeout: ALONE_MS }).toMatchObject({ replicas: { alive: 1 } })
    await systemClock.sleep(LONG_MS, new AbortController().signal)
    const { budget } = (await readyOf()) as { budget: { used: number } }
    expect(budget).toMatchObject({ state: 'plenty', limit: 100_000 })
    expect(budget.used).toBeGreaterThanOrEqual(steam.calls.total())
    expect(budget.used).toBeLessThanOrEqual(steam.calls.total() + kills * 50)
    program.kill('SIGKILL')
    await program.exit
  }
})

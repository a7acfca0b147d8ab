import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { postgresForTest } from '../support/postgres.ts'
import { serviceForTest } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam(createWorld({ accounts: 50 }))

test('an account that one process has looked up costs the next one no call to Steam', async () => {
  const url = await postgresForTest()
  const settings = { DATABASE_URL: url, STORE_URL: url, DRAIN_SECONDS: '0' }
  const path = `/api/lookup?steamId=${sim.world.cast.raider}`
  const first = await serviceForTest(settings, sim)
  const answer = await ask(first, path)
  const calls = sim.calls.total()
  await first.close()

  const second = await serviceForTest(settings, sim)
  expect(await ask(second, path)).toMatchObject({ status: 200, body: answer.body })
  expect(sim.calls.total()).toBe(calls)
})

test('without the Postgres of the cache the service answers, stays ready and says so, without the password', async () => {
  const url = await postgresForTest()
  const settings = {
    DATABASE_URL: url,
    STORE_URL: url.replace(/\/\/.+@/, '//rapsheet:hunter2-hunter2@'),
    DRAIN_SECONDS: '0',
  }
  const service = await serviceForTest(settings, sim)
  const lookup = await ask(service, `/api/lookup?steamId=${sim.world.cast.raider}`)
  expect(lookup.status).toBe(200)
  const readiness = await ask(service, '/readyz')
  expect(readiness).toMatchObject({ status: 200, body: { ready: true, store: 'closed' } })
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(/rapsheet_store_errors_total\{event="store_open_failed",replica="[^"]+"\} 1\n/)
  const shown = JSON.stringify([service.log, readiness, lookup]) + metrics
  expect(shown).toContain('password authentication failed')
  expect(shown).not.toContain('hunter2')
  // The message says it all.
  const warnings = service.log.filter(({ event }) => event === 'store_open_failed')
  expect(warnings).toEqual([
    expect.objectContaining({
      msg: expect.stringMatching(/^STORE_URL .+ is not used; answers are cached in memory only/),
    }),
  ])
  expect(warnings[0]).not.toHaveProperty('err')
})

import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { postgresForTest } from '../support/postgres.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { startService } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

test('a friend scan waits for a Postgres that does not answer as long as the docs say', async () => {
  const proxy = await postgresProxy(await postgresForTest())
  const service = await startService(
    { DATABASE_URL: proxy.url, STORE_URL: proxy.url, DRAIN_SECONDS: '0', STEAM_CALLS_PER_DAY: '10000' },
    steam,
  )
  onTestFinished(service.close)
  await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`)
  proxy.cut()
  proxy.refuses = true
  const reply = await ask(service, '/api/friends', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ steamId: steam.world.cast.scan }),
  })
  expect(reply.status).toBe(200)
  const line = service.log.findLast(({ msg, route }) => msg === 'request' && route === '/api/friends')
  // 390 ms, and timers that end late.
  expect(Number(line?.['databaseMs'])).toBeLessThan(450)
})

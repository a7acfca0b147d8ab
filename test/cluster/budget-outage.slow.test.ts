import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { ownPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

test('while Postgres is away look-ups go on and batches do not, and /readyz says what is so', async () => {
  const { server, url } = await ownPostgres({ durable: true })
  const service = await startService(
    { DATABASE_URL: url, STORE_URL: 'memory://', DRAIN_SECONDS: '0', STEAM_CALLS_PER_DAY: '1000' },
    steam,
  )
  onTestFinished(service.close)
  const budgetOf = async () => {
    const { budget } = (await ask(service, '/readyz')).body as { budget: { used: number; state: string } }
    const metrics = String((await ask(service, '/metrics')).body)
    expect(metrics).toMatch(new RegExp(`^rapsheet_steam_budget_state{state="${budget.state}",.*} 1$`, 'm'))
    return budget
  }
  const next = steam.world.ids.values()
  const lookUp = () => ask(service, `/api/lookup?steamId=${next.next().value}`)
  expect((await lookUp()).status).toBe(200)

  await server.kill()
  await expect.poll(budgetOf).toMatchObject({ state: 'reserved' })
  const batch = await ask(service, '/api/lookup/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ steamIds: [steam.world.cast.clean] }),
  })
  expect(batch).toMatchObject({ status: 503, body: { code: 'budget_spent' } })
  expect((await lookUp()).status).toBe(200)
  await expect.poll(async () => (await lookUp()).status, { interval: 1 }).toBe(503)
  expect(await budgetOf()).toMatchObject({ used: steam.calls.total(), state: 'spent' })

  await server.restart()
  await expect.poll(budgetOf).toMatchObject({ used: steam.calls.total(), state: 'plenty' })
  expect((await lookUp()).status).toBe(200)
}, 60_000)

import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { policyFileForTest } from '../support/policy-file.ts'
import { startService, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { pgClientFor, postgresForTest } from '../support/postgres.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))
const LIMIT = 40

const serve = (url: string, limit = LIMIT) =>
  startService({ DATABASE_URL: url, STEAM_CALLS_PER_DAY: String(limit), DRAIN_SECONDS: '0' }, steam)

const readyOf = async (service: Service) => (await ask(service, '/readyz')).body

test('two services on one database share the day’s calls, and know of each other', async () => {
  const url = await postgresForTest()
  steam.calls.reset()
  const [first, second] = await Promise.all([serve(url), serve(url)])
  await expect
    .poll(async () => [await readyOf(first), await readyOf(second)])
    .toMatchObject([{ replicas: { alive: 2, database: 'connected', differing: [] } }, { replicas: { alive: 2 } }])
  const statuses: number[] = []
  for (const [index, steamId] of steam.world.ids.slice(0, 60).entries()) {
    const { status } = await ask(index % 2 === 0 ? first : second, `/api/lookup?steamId=${steamId}`)
    statuses.push(status)
  }
  expect(statuses).toContain(200)
  expect(statuses.slice(-5)).toEqual(Array(5).fill(503))
  expect(steam.calls.total()).toBe(LIMIT)
  expect(await readyOf(first)).toMatchObject({ budget: { used: LIMIT, limit: LIMIT, state: 'spent' } })

  const metrics = String((await ask(second, '/metrics')).body)
  expect(metrics).toMatch(/^rapsheet_replicas_alive\{replica="[^"]+-[0-9a-f]{4}"\} 2$/m)
  expect(metrics).toMatch(/^rapsheet_steam_budget_used\{replica="[^"]+"\} 40$/m)

  await first.close()
  await expect.poll(() => readyOf(second)).toMatchObject({ replicas: { alive: 1 } })
  await second.close()
})

test('a setting that differs is said, and the lowest limit of calls counts', async () => {
  const url = await postgresForTest()
  const first = await serve(url, 1_000)
  const second = await serve(url, 10)
  await expect
    .poll(() => readyOf(first))
    .toMatchObject({
      replicas: { alive: 2, differing: ['STEAM_CALLS_PER_DAY'] },
      budget: { limit: 10 },
    })
  await expect
    .poll(() => first.log)
    .toContainEqual(
      expect.objectContaining({
        msg: 'replicas have different settings that should be the same',
        settings: 'STEAM_CALLS_PER_DAY',
      }),
    )
  await Promise.all([first.close(), second.close()])
})

test('a policy file that differs is said, without what it contains', async () => {
  const url = await postgresForTest()
  const serveWith = (policy: object) =>
    startService({ DATABASE_URL: url, DRAIN_SECONDS: '0', POLICY_FILE: policyFileForTest(policy).path }, steam)
  const services = [await serveWith({ mode: 'observe' }), await serveWith({ mode: 'enforce' })]
  for (const service of services)
    await expect.poll(() => readyOf(service)).toMatchObject({ replicas: { alive: 2, differing: ['POLICY_FILE'] } })
  const client = await pgClientFor(url)
  const { rows } = await client.query("SELECT settings->>'POLICY_FILE' AS file FROM rapsheet_replicas.members")
  const digest: unknown = expect.stringMatching(/^[0-9a-f]{16}$/)
  expect(rows).toEqual([{ file: digest }, { file: digest }])
  await Promise.all(services.map((service) => service.close()))
})

test('a service that starts counts the calls of one that has stopped, and at most the block that it held', async () => {
  const url = await postgresForTest()
  const first = await serve(url)
  steam.calls.reset()
  await ask(first, `/api/lookup?steamId=${steam.world.cast.clean}`)
  await first.close()
  const made = steam.calls.total()
  expect(made).toBeGreaterThan(0)
  const second = await serve(url)
  const { budget } = (await readyOf(second)) as { budget: { used: number } }
  expect(budget.used - made).toBeGreaterThanOrEqual(0)
  expect(budget.used - made).toBeLessThanOrEqual(1)
  await second.close()
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError, post } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { folderForTest } from '../support/folder.ts'
import { serviceForTest, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld())
const { cast } = steam.world

const SETTINGS = { STEAM_CALLS_PER_DAY: '100', CACHE_ACCOUNT_SECONDS: '0', STALE_SECONDS: '0' }

const lookup = (service: Service, account: string) => ask(service, `/api/lookup?steamId=${account}`)
const readyz = async (service: Service) =>
  (await ask(service, '/readyz')).body as { budget: { used: number; state: string } }

let strangers = 0

/** Makes calls, one per request, until the day's count reaches a number. */
async function spend(service: Service, until: number) {
  for (let used = 0; used < until;) {
    // A new account each time, because a cached one costs no call.
    await ask(service, `/api/rust-stats?steamId=${76561198000000000n + BigInt(strangers++)}`)
    used = (await readyz(service)).budget.used
  }
}

test('near the end of the day budget, hours are refused first, then batches and scans; lookups get the rest', async () => {
  const service = await serviceForTest(SETTINGS, steam)
  await spend(service, 79)
  expect((await lookup(service, cast.clean)).body).toMatchObject({ unavailable: [] })
  expect(await readyz(service)).toMatchObject({ budget: { limit: 100, state: 'scarce' } })
  steam.calls.reset()
  expect((await lookup(service, cast.raider)).body).toMatchObject({ rustHours: null, unavailable: ['rustHours'] })
  expect(steam.calls.count('games')).toBe(0)
  expect(await post(service, '/api/lookup/batch', { steamIds: [cast.raider] })).toMatchObject({ status: 200 })

  await spend(service, 95)
  expect(await readyz(service)).toMatchObject({ budget: { state: 'reserved' } })
  const refused = await post(service, '/api/lookup/batch', { steamIds: [cast.raider] })
  const message = await expectError(service, refused, 503, 'budget_spent')
  expect(message).toMatch(
    /^Of today's 100 calls to Steam [0-5] are left, so batches are refused until 00:00 UTC, in \d+ h\.$/,
  )
  const seconds = Number(refused.headers['retry-after'])
  expect(Math.abs((Date.now() / 1000 + seconds) % 86_400)).toBeLessThan(5)
  expect(await scan(service, { steamId: cast.scan })).toEqual([
    expect.objectContaining({ code: 'budget_spent', error: expect.stringContaining('friend scans are refused until') }),
  ])
  expect(await lookup(service, cast.veteran)).toMatchObject({ status: 200 })

  await spend(service, 100)
  steam.calls.reset()
  await expectError(service, await lookup(service, cast.nullBans), 503, 'budget_spent')
  expect(steam.calls.total()).toBe(0)
  expect((await ask(service, '/metrics')).body).toContain('rapsheet_refusals_total{reason="budget_spent"} 3\n')
  expect((await ask(service, '/metrics')).body).toMatch(
    /rapsheet_steam_budget_used 1\d\d\n[^]*rapsheet_steam_budget_limit 100\n/,
  )
  expect((await ask(service, '/metrics')).body).toMatch(
    /_state\{state="plenty"\} 0\n.*"scarce"\} 0\n.*"reserved"\} 0\n.*"spent"\} 1\n/,
  )
  // Inventories need no key.
  expect(await ask(service, `/api/inventory?steamId=${cast.hoarder}`)).toMatchObject({ status: 200 })
}, 60_000)

test('a restart does not reset the day budget', async () => {
  const settings = { ...SETTINGS, STORE_URL: `sqlite://${join(folderForTest(), 'store.sqlite')}` }
  const first = await serviceForTest(settings, steam)
  await spend(first, 96)
  const { used } = (await readyz(first)).budget
  await first.close()
  const second = await serviceForTest(settings, steam)
  expect((await readyz(second)).budget).toMatchObject({ state: 'reserved' })
  expect((await readyz(second)).budget.used).toBeGreaterThanOrEqual(used)
})

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { serviceForTest, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const steam = await useSteam(createWorld())
const { cast } = steam.world

// Ages use the calendar clock, which only moves when a test moves it; timers run normally.
beforeEach(() => void vi.setSystemTime(NOW))
afterEach(() => void vi.useRealTimers())

const lookup = (service: Service, account: string) => ask(service, `/api/lookup?steamId=${account}`)
const downOf = async (service: Service) => ((await ask(service, '/readyz')).body as { down: string[] }).down
const down = () => steam.dial.set('*', { faults: { '503': 1 } })

/** Sends requests until the circuit of the Web API is open. */
async function untilCircuitOpens(service: Service) {
  await expect
    .poll(
      async () => {
        await Promise.all(
          Array.from({ length: 4 }, (_, index) => lookup(service, String(76561198000000000n + BigInt(index)))),
        )
        return downOf(service)
      },
      { interval: 1, timeout: 5_000 },
    )
    .toEqual(['all'])
}

describe('an outage', () => {
  test('opens the circuit, so that lookups make no calls, and ends when a probe succeeds', async () => {
    const service = await serviceForTest({ retries: 2, STALE_SECONDS: '0' }, steam)
    down()
    await untilCircuitOpens(service)
    const asked = steam.calls.total()
    const replies = await Promise.all(Array.from({ length: 50 }, () => lookup(service, cast.raider)))
    // Single calls show whether Steam answers again, a few on a busy machine; their lookups name the usual time.
    expect(steam.calls.total() - asked).toBeLessThanOrEqual(4)
    for (const reply of replies) {
      await expectError(service, reply, 503, 'platform_unavailable')
      expect(reply.headers['retry-after']).toMatch(/^([1-6]|60)$/)
    }
    expect(await ask(service, '/metrics')).toMatchObject({
      body: expect.stringContaining('rapsheet_steam_circuit_open{circuit="all"} 1'),
    })
    steam.dial.reset()
    await expect.poll(() => lookup(service, cast.raider), { timeout: 12_000 }).toMatchObject({ status: 200 })
    await expect.poll(() => downOf(service), { timeout: 12_000 }).toEqual([])
    expect(
      service.log.filter(({ msg }) => msg === 'Steam is down: no calls are made until a probe succeeds'),
    ).not.toEqual([])
    expect(service.log.filter(({ msg }) => msg === 'Steam answers again')).not.toEqual([])
  }, 30_000)
})

describe('a stale answer', () => {
  const SETTINGS = { CACHE_ACCOUNT_SECONDS: '1', CACHE_HOURS_SECONDS: '1', CACHE_FRIENDS_SECONDS: '1' }

  test('replaces a failed lookup, marked as stale and with its true age', async () => {
    const service = await serviceForTest({ ...SETTINGS, STALE_SECONDS: '900' }, steam)
    const fresh = (await lookup(service, cast.raider)).body as object
    expect(fresh).not.toHaveProperty('stale')
    expect(fresh).toMatchObject({ fetchedAt: NOW / 1000 })
    down()
    vi.setSystemTime(NOW + 899_000)
    const { status, body, headers } = await lookup(service, cast.raider)
    expect({ status, body }).toEqual({ status: 200, body: { ...fresh, stale: true } })
    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await ask(service, '/metrics')).body).toContain('rapsheet_stale_answers_total 1')
    vi.setSystemTime(NOW + 901_000)
    await expectError(service, await lookup(service, cast.raider), 503, 'platform_unavailable')
  })

  test('is read from the disk after a restart', async () => {
    const settings = { ...SETTINGS, STORE_URL: `sqlite://${join(folderForTest(), 'store.sqlite')}` }
    const first = await serviceForTest(settings, steam)
    await lookup(first, cast.raider)
    await first.close()
    down()
    vi.setSystemTime(NOW + 60_000)
    const second = await serviceForTest(settings, steam)
    expect((await lookup(second, cast.raider)).body).toMatchObject({ stale: true, fetchedAt: NOW / 1000 })
  })

  test('is not given when stale answers are switched off', async () => {
    const service = await serviceForTest({ ...SETTINGS, STALE_SECONDS: '0' }, steam)
    await lookup(service, cast.raider)
    down()
    vi.setSystemTime(NOW + 60_000)
    await expectError(service, await lookup(service, cast.raider), 503, 'platform_unavailable')
  })
})

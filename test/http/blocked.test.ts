import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError, post, type Reply } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { folderForTest } from '../support/folder.ts'
import { startOddPlatform } from '../support/odd-platform.ts'
import { REFUSALS } from '../support/refusals.ts'
import { serviceForTest, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const steam = await useSteam(createWorld({ accounts: 50 }))
const { cast } = steam.world
const accounts = [cast.raider, cast.clean, cast.veteran, cast.rookie, cast.hoarder]

beforeEach(() => void vi.setSystemTime(NOW))
afterEach(() => void vi.useRealTimers())

const lookup = (service: Service, account: string) => ask(service, `/api/lookup?steamId=${account}`)
const stats = (service: Service, account: string) => ask(service, `/api/rust-stats?steamId=${account}`)
const inventory = (service: Service, account: string) => ask(service, `/api/inventory?steamId=${account}`)
const isReady = async (service: Service) => {
  const { status, body } = await ask(service, '/readyz')
  return { status, body: body as { platform: string; blocked: string[]; down: string[] } }
}

const storeForTest = () => ({ STORE_URL: `sqlite://${join(folderForTest(), 'store.sqlite')}` })

describe('while Steam blocks this server', () => {
  test('every lookup is a 503 that names the block, after a single call to Steam', async () => {
    const service = await serviceForTest({ retries: 3 }, steam)
    steam.edge.block('api')
    await expectError(service, await stats(service, cast.veteran), 503, 'platform_blocked')
    const batched = [cast.clean, cast.raider]
    const reason = { code: 'platform_blocked', error: expect.stringContaining('blocks the address of this server') }
    const replies: [Reply, further?: object][] = [
      [await lookup(service, cast.clean)],
      [await lookup(service, 'raider')],
      [await stats(service, cast.statsPrivate)],
      [
        await post(service, '/api/lookup/batch', { steamIds: batched }),
        { failures: batched.map((input) => ({ input, ...reason })), dropped: 0 },
      ],
    ]
    for (const [reply, further] of replies) {
      const message = await expectError(service, reply, 503, 'platform_blocked', further)
      expect(message).toContain('blocks the address of this server')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(200)
    }
    expect(await scan(service, { steamId: cast.scan })).toEqual([expect.objectContaining({ code: 'platform_blocked' })])
    expect(steam.calls.total()).toBe(1)
  })

  test('no account is reported as private, neither during the block nor after it', async () => {
    const settings = { ...storeForTest(), STALE_SECONDS: '0' }
    const first = await serviceForTest(settings, steam)
    // Name and ban record are cached before the block begins.
    await post(first, '/api/lookup/batch', { steamIds: [cast.raider] })
    steam.dial.set('games', { faults: { 'edge-403': 1 } })
    steam.dial.set('friends', { faults: { 'edge-403': 1 } })
    const { status, body } = await lookup(first, cast.raider)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rustHours: null,
      friendsPrivate: false,
      unavailable: ['rustHours', 'friendsPrivate'],
    })
    await first.close()

    steam.dial.reset()
    // Answers from before the block would still be cached.
    vi.setSystemTime(NOW + 420_000)
    const second = await serviceForTest(settings, steam)
    await expect
      .poll(() => lookup(second, cast.raider))
      .toMatchObject({ status: 200, body: { rustHours: 2431.6, friendsPrivate: false, unavailable: [] } })
  })

  test('/readyz, the metrics and one log line report the block', async () => {
    const service = await serviceForTest({}, steam)
    expect(await isReady(service)).toMatchObject({ status: 200, body: { platform: 'reachable', blocked: [] } })
    steam.edge.block('api')
    await Promise.all(accounts.map((account) => lookup(service, account)))
    expect(await isReady(service)).toMatchObject({
      status: 200,
      body: { ready: true, platform: 'blocked', blocked: ['api'], down: [] },
    })
    const { body: metrics } = await ask(service, '/metrics')
    expect(metrics).toContain('rapsheet_steam_blocked{origin="api"} 1')
    expect(metrics).toContain('rapsheet_steam_blocked{origin="community"} 0')
    expect(metrics).toMatch(/rapsheet_steam_call_duration_seconds_count\{method="\w+",outcome="blocked"\} [1-9]/)
    expect(service.log.filter(({ msg }) => msg.includes('blocks the address of this server:'))).toEqual([
      expect.objectContaining({ level: 40, origin: 'api' }),
    ])
  })
})

describe('a 401 or 403 that is not from Steam becomes a 503, because clients would read it as private', () => {
  const notFromSteam = REFUSALS.filter(({ code, private: about }) => code !== 'key_refused' && !about)

  test.each(notFromSteam)('$name', async ({ answer: { status, headers, body }, code }) => {
    const odd = await startOddPlatform({ status, headers, body })
    const service = await serviceForTest({ STEAM_API_URL: odd.apiUrl, STEAM_COMMUNITY_URL: odd.communityUrl }, steam)
    for (const reply of [await stats(service, cast.veteran), await inventory(service, cast.hoarder)]) {
      await expectError(service, reply, 503, code)
      expect(await service.lineOf(reply.headers['x-request-id'])).toMatchObject({ upstreamStatus: status })
    }
  })
})

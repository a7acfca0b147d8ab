import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { ask, expectError, post } from '../support/ask.ts'
import { openScan, scan } from '../support/events.ts'
import { request } from '../support/raw.ts'
import { serviceForTest, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()
// Scans last until they are aborted, unless a test decides otherwise.
beforeEach(() => sim.dial.set('summaries', { latencyMs: 60_000 }))

const NOTHING_KEPT = { CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', CACHE_FRIENDS_SECONDS: '0' }
const limitedTo = (scans: number, settings: TestSettings = {}) =>
  serviceForTest({ ...NOTHING_KEPT, tryMs: 60_000, HTTP_MAX_SCANS_PER_ADDRESS: String(scans), ...settings }, sim)

const body = () => ({ steamId: sim.world.cast.raider })

/** Starts a scan and waits until it runs. */
async function start(service: Service, headers: Record<string, string> = {}) {
  const stream = await openScan(service, body(), { headers })
  expect(await stream.next()).toMatchObject({ progress: { current: 0 } })
  return stream
}

const statusOf = async (service: Service, headers: Record<string, string> = {}) => {
  const stream = await openScan(service, body(), { headers })
  stream.leave()
  return stream.status
}

test('a scan over the limit is a 429 with Retry-After and costs nothing', async () => {
  const service = await limitedTo(2, { RATE_LIMIT_PER_MINUTE: '100' })
  const running = [await start(service), await start(service)]
  const refused = await post(service, '/api/friends', body())
  expect(await expectError(service, refused, 429, 'too_many_scans')).toBe(
    'Too many friend scans are running for your address; wait for one to end, or try again in 5 s.',
  )
  expect(refused.headers['retry-after']).toBe('5')
  expect(await service.lineOf(refused.headers['x-request-id'])).toMatchObject({ upstreamCalls: 0 })
  // Two scans of twenty and this request.
  expect((await ask(service, '/nothing')).headers['ratelimit']).toContain(';r=59;')
  expect((await ask(service, '/metrics')).body).toContain('rapsheet_refusals_total{reason="scans"} 1\n')
  // The limit does not affect other requests of the address.
  expect(await ask(service, '/api/lookup')).toMatchObject({ status: 400 })

  running.pop()?.leave()
  await expect.poll(() => statusOf(service)).toBe(200)
  running.pop()?.leave()
})

test('scans that have ended, failed or been refused do not count', async () => {
  const service = await limitedTo(1, { RATE_LIMIT_PER_MINUTE: '1000' })
  sim.dial.reset()
  for (let time = 0; time < 5; time++) {
    expect((await scan(service, body())).at(-1)).toMatchObject({ totalFriends: 42 })
    expect(await scan(service, {})).toMatchObject([{ code: 'missing_parameter' }])
    expect(await scan(service, { steamId: sim.world.cast.friendsPrivate })).toMatchObject([{ code: 'friends_private' }])
  }
  const limited = await limitedTo(1, { RATE_LIMIT_PER_MINUTE: '20' })
  expect(await statusOf(limited)).toBe(200)
  for (let time = 0; time < 3; time++)
    await expect
      .poll(async () => (await post(limited, '/api/friends', body())).body)
      .toMatchObject({ code: 'rate_limited' })
})

test('the scan of a client that disconnects stops counting at once, even before its body has arrived', async () => {
  const service = await limitedTo(1)
  for (let time = 0; time < 5; time++) {
    const socket = connect(service.port, '127.0.0.1')
    const headers = { 'content-type': 'application/json', 'content-length': '100' }
    socket.write(request('POST', '/api/friends', headers) + '{"st')
    await once(socket, 'data')
    expect(await statusOf(service)).toBe(429)
    socket.destroy()
    await expect.poll(() => statusOf(service)).toBe(200)
    await expect.poll(() => sim.inFlight()).toBe(0)
  }
})

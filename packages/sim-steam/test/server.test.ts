import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startSteam } from '../src/server.ts'
import { useWorld } from './simulated-steam.ts'
import { ask, paths } from './support.ts'

const { steam, world, cast } = await useWorld(120)

test('listens on loopback, on any port', async () => {
  expect(steam.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect([steam.apiUrl, steam.communityUrl, steam.cdnUrl]).toEqual([steam.url, steam.url, `${steam.url}/cdn`])
  await expect(startSteam({ world, port: Number(new URL(steam.url).port) })).rejects.toThrow(/EADDRINUSE/)
})

test('calls are counted with their ids, including failed ones', async () => {
  await ask(steam, paths.summaries(...world.ids.slice(0, 100)))
  await ask(steam, paths.summaries(cast.raider, cast.clean))
  await ask(steam, paths.vanity('raider'), { 'x-webapi-key': 'WRONG' })
  await ask(steam, paths.inventory(cast.hoarder))
  await ask(steam, paths.avatar('a'.repeat(40)))
  await ask(steam, 'nowhere')

  expect(steam.calls.total()).toBe(5)
  expect(steam.calls.count('summaries')).toBe(2)
  expect(steam.calls.ids('summaries')).toBe(102)
  expect([steam.calls.count('bans'), steam.calls.ids('bans')]).toEqual([0, 0])
  expect(steam.calls.log.slice(1)).toEqual([
    { method: 'summaries', ids: [cast.raider, cast.clean], at: expect.any(Number) },
    { method: 'vanity', ids: ['raider'], at: expect.any(Number) },
    { method: 'inventory', ids: [cast.hoarder], at: expect.any(Number) },
    { method: 'image', ids: [`/avatars.steamstatic.com/${'a'.repeat(40)}.jpg`], at: expect.any(Number) },
  ])
  steam.calls.reset()
  expect([steam.calls.total(), steam.calls.count('summaries'), steam.calls.log]).toEqual([0, 0, []])
})

test('the current and maximum number of calls in flight are counted', async () => {
  steam.dial.set('bans', { latencyMs: 100 })
  const asked = Array.from({ length: 5 }, () => ask(steam, paths.bans(cast.clean)))
  await expect.poll(() => steam.inFlight('bans')).toBe(5)
  expect([steam.inFlight(), steam.inFlight('games')]).toEqual([5, 0])
  await Promise.all(asked)
  await expect.poll(() => steam.inFlight()).toBe(0)
  expect([steam.maxInFlight('bans'), steam.maxInFlight(), steam.maxInFlight('games')]).toEqual([5, 5, 0])
  expect(steam.sockets()).toBeGreaterThan(0)
})

test('a large body is compressed only if the client accepts gzip', async () => {
  const large = paths.friends(cast.popular)
  const [packed, plain, small] = await Promise.all([
    fetchRaw(large, 'gzip, deflate'),
    fetchRaw(large),
    fetchRaw(paths.vanity('raider'), 'gzip'),
  ])
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
  expect(packed.body.length).toBe(Number(packed.headers['content-length']))
  expect(packed.body.length).toBeLessThan(plain.body.length / 2)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(small.headers['content-encoding']).toBeUndefined()
})

test('control requests return the counts and are not counted', async () => {
  await ask(steam, paths.bans(cast.raider, cast.clean))
  const reply = (await ask(steam, '_sim/calls')).json()
  expect(reply).toMatchObject({
    total: 1,
    counts: { bans: 1, summaries: 0 },
    ids: { bans: 2 },
    inFlight: 0,
    maxInFlight: 1,
  })
  expect((await control('POST', 'reset')).status).toBe(200)
  expect(steam.calls.total()).toBe(0)
})

test('control requests set and reset the dial', async () => {
  await control('POST', 'dial', { method: 'bans', latencyMs: 0, jitterMs: 0, faults: { '503': 1 }, next: ['429'] })
  expect((await ask(steam, paths.bans(cast.clean))).status).toBe(429)
  expect((await ask(steam, paths.bans(cast.clean))).status).toBe(503)
  await control('DELETE', 'dial')
  expect((await ask(steam, paths.bans(cast.clean))).status).toBe(200)
})

test.each([
  '',
  'no json',
  [],
  {},
  { method: 'everything' },
  { method: '*', latencyMs: -1 },
  { method: '*', jitterMs: '5' },
  { method: 'bans', faults: { 'no-such-fault': 1 } },
  { method: 'bans', next: ['no-such-fault'] },
])('an invalid control request is rejected: %j', async (body) => {
  expect((await control('POST', 'dial', body)).status).toBe(400)
})

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${steam.url}/_sim/${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  await response.body?.cancel()
  return response
}

/** The bytes as sent; fetch would decompress them. */
async function fetchRaw(
  path: string,
  encoding?: string,
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  const headers = { 'x-webapi-key': steam.key, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${steam.url}/${path}`, { headers }, resolve).once('error', reject)
  })
  return { headers: response.headers, body: await buffer(response) }
}

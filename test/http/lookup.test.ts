import { KNOWN_ACCOUNT } from '../../src/steam/methods/get-player-summaries.ts'
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError, post, UUID, type Reply } from '../support/ask.ts'
import { deletedRecord, onceConfirmed } from '../support/deleted.ts'
import { raider } from '../support/raider.ts'
import { serviceForTest, useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const SERVER_TIMING = /^steam;dur=\d+\.\d$/

const service = await useService({ CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', CACHE_FRIENDS_SECONDS: '0' })

const get = (input: string, init: RequestInit = {}) =>
  ask(service, `/api/lookup?steamId=${encodeURIComponent(input)}`, init)

/** Sends exactly these headers; fetch would add a User-Agent. */
function getBare(headers: Record<string, string>, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${service.url}/api/lookup?steamId=${cast.raider}`, { method, headers, agent: false })
    request.once('error', reject)
    request.once('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      })
    })
    request.end()
  })
}

const raiderAccount = {
  ...raider,
  resolvedFrom: null,
  rustHours: 2431.6,
  rustHoursTwoWeeks: 21,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: expect.any(Number),
  partsFetchedAt: {
    profile: expect.any(Number),
    bans: expect.any(Number),
    rustHours: expect.any(Number),
    friendsPrivate: expect.any(Number),
  },
  worthKnowing: [],
}

test('a lookup returns the complete account, with our headers and the time that Steam took', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { status, headers, body } = await get(cast.raider)
  expect({ status, body }).toEqual({ status: 200, body: raiderAccount })
  expect((body as { fetchedAt: number }).fetchedAt).toBeGreaterThanOrEqual(before)
  expect((body as { fetchedAt: number }).fetchedAt).toBeLessThanOrEqual(Date.now() / 1000)
  expect(headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(JSON.stringify(body))),
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.stringMatching(UUID),
    'server-timing': expect.stringMatching(SERVER_TIMING),
    date: expect.any(String),
    connection: 'keep-alive',
    'keep-alive': expect.any(String),
  })
})

test('an account with bans but no profile is a 503 at first and, once Steam confirms it, a 404; both have the bans', async () => {
  service.sim.world.add({ steamId: KNOWN_ACCOUNT })
  const first = await get(cast.deletedSummary)
  await expectError(service, first, 503, 'platform_unavailable', {
    missing: 'profile',
    withoutProfile: deletedRecord,
  })
  expect(Number(first.headers['retry-after'])).toBeLessThanOrEqual(3)
  const confirmed = await onceConfirmed(() => get(cast.deletedSummary))
  await expectError(service, confirmed, 404, 'account_not_found', { withoutProfile: deletedRecord })
  expect((confirmed.body as { error: string }).error).toContain('Bans on record: VAC 1, game 0, last ban 900 days ago')
})

describe('a lookup is refused:', () => {
  test('while profiles are down, no account is called clean: 503, with the ban record that Steam returned', async () => {
    service.sim.dial.set('summaries', { faults: { '503': 1 } })
    for (const [steamId, listed] of [
      [cast.hoarder, 'VAC 0, game 0, community none, trade none'],
      [cast.bothBans, 'VAC 2, game 1, last ban 0 days ago, community banned, trade banned'],
    ] as const) {
      const reply = await get(steamId)
      expect(reply).toMatchObject({
        status: 503,
        body: {
          code: 'platform_unavailable',
          error: `Steam answered with status 503; try again in a minute. Bans on record: ${listed}.`,
          missing: 'profile',
          withoutProfile: { steamId, bans: { VACBanned: steamId === cast.bothBans } },
        },
      })
      expect(reply.headers['retry-after']).toMatch(/^\d+$/)
    }
  })

  test('without a key, any account is a 500 that names the setting', async () => {
    const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
    for (const input of [cast.raider, 'raider']) {
      const reply = await ask(keyless, `/api/lookup?steamId=${input}`)
      expect(await expectError(keyless, reply, 500, 'not_configured')).toContain('STEAM_API_KEY')
    }
  })
})

test('every lookup response has Server-Timing, whatever its status', async () => {
  const limited = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '1' }, service.sim)
  const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
  const proxied = await serviceForTest({ TRUST_PROXY: 'loopback' }, service.sim)
  const path = `/api/lookup?steamId=${cast.raider}`
  await ask(limited, path)
  const replies = [
    await get(cast.raider),
    await ask(proxied, path, { headers: { 'x-forwarded-proto': 'http' } }),
    await ask(service, '/api/lookup'),
    await get('two words'),
    await ask(service, '/api/lookup', { method: 'POST', body: 'no json' }),
    await post(service, '/api/lookup', { input: 1 }),
    await getBare({}),
    await get(cast.gone),
    await ask(service, path, { method: 'DELETE' }),
    await post(service, '/api/lookup', { input: 'x'.repeat(300_000) }),
    await ask(limited, path),
    await ask(keyless, path),
    await get(cast.nullBans),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 308, 400, 400, 400, 400, 403, 404, 405, 413, 429, 500, 503])
  for (const { status, headers } of replies)
    expect([status, headers['server-timing']]).toEqual([status, expect.stringMatching(SERVER_TIMING)])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createOriginReader } from '../../src/http/client-address.ts'
import { createCors } from '../../src/http/cors.ts'
import { createGameRoute } from '../../src/policy/http/game.ts'
import type { Context } from '../../src/accounts/context.ts'
import type { HandlerOptions } from '../../src/http/handler.ts'
import type { ListenerOptions } from '../../src/http/listener.ts'
import type { RequestRecord } from '../../src/http/outcome.ts'
import { routes } from '../../src/accounts/http/routes.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { PolicyAccess } from '../../src/policy/policies.ts'
import { fakePolicies, judgedOf, TOKEN } from '../support/fake-policies.ts'
import { httpForTest, limitsOf } from '../support/http.ts'
import { request, talkOnce } from '../support/raw.ts'

const ID = '76561198000010431'
const WRONG = `rsp_${'w'.repeat(43)}`
/** The statuses that no game server takes for a permission or a ban. */
const SAFE = [400, 401, 405, 429, 503]

/** Stands in for the response of a stream that Node resets by itself: game servers treat it like a 503. */
const toReset = (error: Error) => {
  expect(error.message).toContain('NGHTTP2_PROTOCOL_ERROR')
  return { status: 503, headers: {} as Record<string, undefined> }
}

/** A server with the game route, and what it reports. */
async function openGame(
  getVerdict?: PolicyAccess['getVerdict'],
  options: Partial<HandlerOptions<Context> & ListenerOptions> = {},
) {
  const policies = fakePolicies(getVerdict)
  const records: RequestRecord[] = []
  const served = [...routes, createGameRoute(policies)]
  const http = await httpForTest({
    routes: served,
    policies,
    onRequest: (record) => void records.push(record),
    ...options,
  })
  return { ...http, policies, records }
}

const get = (port: number, target: string, headers: Record<string, string> = {}) =>
  talkOnce(port, request('GET', target, headers))

describe('an answer', () => {
  test('of allow is a 404', async () => {
    const { port, policies } = await openGame()
    expect((await get(port, `/game/${TOKEN}/${ID}`)).status).toBe(404)
    expect(policies.joins).toEqual([judgedOf(ID)])
  })

  test.each([
    [null, 0],
    [1_800_000_000, 1_800_000_000],
  ])('of deny until %s is a 200 with the id as text and the expiry as integer', async (until, expiryDate) => {
    const { port } = await openGame(async (_, id) => judgedOf(id, { verdict: 'deny', until }, 'VAC ban. discord.gg/x'))
    const { status, headers, body } = await get(port, `/game/${TOKEN}/${ID}`)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ])
    expect(body).toEqual({ steamId: ID, reason: 'VAC ban. discord.gg/x', expiryDate })
  })

  test('of unknown is a 503', async () => {
    const { port } = await openGame(async (_, id) => judgedOf(id, { verdict: 'unknown' }))
    expect(await get(port, `/game/${TOKEN}/${ID}`)).toMatchObject({ status: 503, body: { code: 'verdict_unknown' } })
  })

  test.each(['allow', 'deny', 'unknown'] as const)('of %s in observe is a 404', async (verdict) => {
    const { port, policies } = await openGame(async (_, id) => judgedOf(id, { verdict, mode: 'observe' }, 'reason'))
    const { status, body } = await get(port, `/game/${TOKEN}/${ID}`)
    expect([status, body]).toEqual([404, { steamId: ID, refused: false }])
    expect(policies.joins).toHaveLength(1)
  })
})

/** Request targets below `/game` that are not the game's own. */
const MALFORMED = [
  '/game',
  '/game/',
  '/game?',
  `/game/${ID}`,
  `/game/${TOKEN}`,
  `/game/${TOKEN}/`,
  `/game//${TOKEN}/${ID}`,
  `//game/${TOKEN}/${ID}`,
  `/game/${TOKEN}//${ID}`,
  `/game/${TOKEN}/${ID}/`,
  `/game/${TOKEN}/${ID}/x`,
  `/game/${TOKEN}/${ID}?`.concat('x=1'),
  `/game/${TOKEN}?id=${ID}`,
  `/GAME/${TOKEN}/${ID}`,
  `/Game/${TOKEN}/${ID}`,
  `/%67ame/${TOKEN}/${ID}`,
  `/game%2F${TOKEN}%2F${ID}`,
  `/./game/${TOKEN}/${ID}`,
  `/x/../game/${TOKEN}/x`,
  '/game/..',
  `/game/../docs`,
  `/game/${TOKEN}/../../x`,
  `/game;x/${TOKEN}`,
  `/game#${TOKEN}`,
  `ws://localhost/game/${TOKEN}`,
  `/game/../game/${TOKEN}/${ID}`,
  `\\game\\${TOKEN}\\${ID}`,
  `/game/${TOKEN}/1`,
  `/game/${TOKEN}/0${ID}`,
  `/game/${TOKEN}/${ID}0`,
  `/game/${TOKEN}/${ID}%20`,
  `/game/${TOKEN}/%37${ID.slice(1)}`,
  `/game/${TOKEN}/raider`,
  // No players: a group, a game server, numbers outside the range.
  `/game/${TOKEN}/10358279152136480`,
  `/game/${TOKEN}/90071992547409920`,
  `/game/${TOKEN}/00000000000000000`,
  `/game/${TOKEN}/76561197960265728`,
  `/game/${TOKEN}/99999999999999999`,
  `/game/${WRONG}/${ID}`,
  `/game/${TOKEN.toLowerCase()}/${ID}`,
  `/game/${TOKEN}x/${ID}`,
  `/game/%72${TOKEN.slice(1)}/${ID}`,
]

/** Unknown paths that a wrong `server.bansServerEndpoint` leads to. */
const UNKNOWN_WITH_ID = [
  `/${ID}`,
  `/bans/${ID}`,
  `/api/game/${TOKEN}/${ID}`,
  `/api/lookup/${ID}`,
  `/bans?steamId=${ID}`,
  `/bans/?/${ID}`,
  `/bans/${ID}?x=1`,
  `/bans/${ID}?`,
  `/bans/${ID}/`,
  `/bans/${ID};x=1`,
  `/bans/${ID}#x`,
  `/bans/${ID}%20`,
  `/bans/%37${ID.slice(1)}`,
  `/bans/${ID.slice(0, -1)}%3${ID.slice(-1)}`,
  `/bans?steamId=${ID.slice(0, -1)}%3${ID.slice(-1)}`,
  '/x/00000000000000000',
]

describe('a request that is not one of a game server', () => {
  const setUp = async (options: Partial<HandlerOptions<Context> & ListenerOptions> = {}) => {
    const server = await openGame(undefined, options)
    const send = (method: string, target: string, headers: Record<string, string> = {}) =>
      talkOnce(server.port, request(method, target, headers))
    return { ...server, send }
  }

  test('every other request below /game gets a status that is no permission', async () => {
    const { send, records, policies, log } = await setUp()
    for (const target of MALFORMED) {
      const { status, headers } = await send('GET', target).catch(toReset)
      expect([target, SAFE.includes(status), status === 429]).toEqual([target, true, false])
      expect([target, headers['location']]).toEqual([target, undefined])
    }
    expect(policies.joins).toEqual([])
    expect(records.map(({ route }) => route).filter((route) => !['/game', 'unknown'].includes(route))).toEqual([])
    expect(JSON.stringify([records, log]).toLowerCase()).not.toContain(TOKEN.slice(1, 20).toLowerCase())
  })

  test('an unknown path that ends in an id is a 400', async () => {
    const { send } = await setUp()
    for (const target of UNKNOWN_WITH_ID)
      for (const method of ['GET', 'POST', 'HEAD'])
        expect([target, method, (await send(method, target)).status]).toEqual([target, method, 400])
    expect((await send('GET', '/bans')).status).toBe(404)
    expect((await send('GET', '/bans/1234567890123456')).status).toBe(404)
  })

  test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is a 405', async (method) => {
    const { send, policies } = await setUp({ cors: createCors(['*']) })
    const { status, headers } = await send(method, `/game/${TOKEN}/${ID}`)
    expect([status, headers['allow']]).toEqual([405, 'GET'])
    expect(SAFE).toContain((await send(method, `/game/${WRONG}/${ID}`)).status)
    expect(SAFE).toContain((await send(method, '/game')).status)
    expect(policies.joins).toEqual([])
  })

  test('all wrong tokens get the same answer', async () => {
    const { send } = await setUp()
    const answers = await Promise.all(
      [WRONG, 'x', TOKEN.slice(0, -1), `${TOKEN}0`, TOKEN.toUpperCase(), 'constructor', '%00', 'a'.repeat(2_000)].map(
        async (token) => {
          const { status, headers, body } = await send('GET', `/game/${token}/${ID}`)
          const { requestId: _, ...rest } = body as Record<string, unknown>
          return { status, challenge: headers['www-authenticate'], length: headers['content-length'], rest }
        },
      ),
    )
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]).toMatchObject({ status: 401, rest: { code: 'unauthorized' } })
  })

  test('too large headers and an unknown Expect are no permission', async () => {
    const { send } = await setUp()
    const large = { 'x-large': 'x'.repeat(17_000) }
    expect(SAFE).toContain((await send('GET', `/game/${TOKEN}/${ID}`, large)).status)
    expect(SAFE).toContain((await send('GET', `/game/${TOKEN}/${ID}`, { expect: 'a-miracle' })).status)
    expect(SAFE).toContain((await send('GET', `/game/${TOKEN}/${ID}`, { host: 'a b' }).catch(toReset)).status)
  })
})

describe('a body', () => {
  test('is a 400', async () => {
    const { port, policies } = await openGame()
    const target = `/game/${TOKEN}/${ID}`
    for (const headers of [{}, { 'content-length': '300000' }, { 'transfer-encoding': 'chunked' }]) {
      const body = 'content-length' in headers ? '{' : '2\r\n{}\r\n0\r\n\r\n'
      expect(await talkOnce(port, request('GET', target, headers, body))).toMatchObject({ status: 400 })
    }
    expect(policies.joins).toEqual([])
  })
})

describe('a failure', () => {
  const failures: [name: string, failure: () => Promise<never>, status: number][] = [
    ['unexpected', () => Promise.reject(new Error('boom')), 503],
    ['not configured', () => Promise.reject(new RapsheetError('not_configured', 'No key.')), 503],
    ['Steam', () => Promise.reject(new RapsheetError('platform_unavailable', 'Down.')), 503],
  ]
  test.each(failures)('of kind "%s" is a 503', async (_, failure, expected) => {
    const { port } = await openGame(failure)
    const { status, headers } = await get(port, `/game/${TOKEN}/${ID}`)
    expect([status, Number(headers['retry-after']) > 0]).toEqual([expected, true])
  })

  test('to arrive over HTTPS is a 400 without a redirect', async () => {
    const originOf = createOriginReader({ trustedProxies: ['127.0.0.1'], isTls: false })
    const { port } = await openGame(undefined, { originOf })
    for (const target of [
      `/game/${TOKEN}/${ID}`,
      `/GAME/${TOKEN}/x`,
      `/bans/${TOKEN}/${ID}`,
      `/api/verdict?token=${TOKEN}`,
    ]) {
      const { status, headers, body } = await get(port, target, { 'x-forwarded-proto': 'http' })
      expect([target, status, headers['location']]).toEqual([target, 400, undefined])
      expect(JSON.stringify(body)).not.toContain(TOKEN)
    }
    expect((await get(port, `/api/lookup?steamId=${ID}`, { 'x-forwarded-proto': 'http' })).status).toBe(308)
  })

  test('by overload is a 503', async () => {
    const { port } = await openGame(undefined, { overload: () => 'event_loop' })
    for (const target of [`/game/${TOKEN}/${ID}`, `/game/${WRONG}/${ID}`, '/game'])
      expect([target, (await get(port, target)).status]).toEqual([target, 503])
  })

  test('at the deadline is a 503', async () => {
    const setTimer = (ms: number, due: () => void) => systemClock.setTimer(ms / 100, due)
    const clock = { ...systemClock, now: () => systemClock.now() * 100, setTimer }
    const untilAborted: PolicyAccess['getVerdict'] = (_, __, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const { port } = await openGame(untilAborted, { clock })
    expect((await get(port, `/game/${TOKEN}/${ID}`)).status).toBe(503)
  })
})

describe('the limits', () => {
  let server: Awaited<ReturnType<typeof openGame>>
  beforeEach(async () => {
    const [{ address }, others] = [limitsOf(3), limitsOf(5)]
    server = await openGame(undefined, { limits: { ...others, address } })
  })
  const statusesOf = async (target: string, times: number) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push((await get(server.port, target)).status)
    return statuses
  }

  test('count a valid token by itself, and wrong ones by address', async () => {
    expect(await statusesOf(`/game/${WRONG}/${ID}`, 5)).toEqual([401, 401, 401, 429, 429])
    expect(await statusesOf(`/game/${TOKEN}/${ID}`, 7)).toEqual([404, 404, 404, 404, 404, 429, 429])
    expect(await statusesOf('/nothing', 1)).toEqual([429])
  })
})

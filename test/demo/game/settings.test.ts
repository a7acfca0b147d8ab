import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { gameFor, PLAYER, startEndpoint } from './support.ts'

describe('the endpoint', () => {
  test.each(['', '127.0.0.1:80/', 'HTTP://127.0.0.1/'])('is not used as %j', async (endpoint) => {
    const outcome = await gameFor(endpoint, { bansServerFailureMode: 1 }).join({ steamId: PLAYER })
    expect(outcome).toEqual({ kind: 'let-in', by: 'no-check', asked: [], playerSees: null, console: [] })
  })

  test.each([
    ['old', '/bans', `/bans/${PLAYER}`],
    ['old', '/?key=k&id=', `/?key=k&id=/${PLAYER}`],
    ['new', '/bans/', `/bans/${PLAYER}`],
    ['new', '/?key=k&id=', `/?key=k&id=${PLAYER}`],
    ['new', '/?key=k', `/?key=k/${PLAYER}`],
  ] as const)('of the %s build, %j, is requested as %j', async (build, path, requested) => {
    const { url, requests } = await startEndpoint({})
    await gameFor(url + path, { build }).join({ steamId: PLAYER })
    expect(requests.map(({ path }) => path)).toEqual([requested])
  })
})

describe('the time limit', () => {
  test.each([
    [{}, 5_000],
    [{ bansServerTimeout: 2 }, 2_000],
  ])('with %j is %i ms', async (settings, limitMs) => {
    const { endpoint, requests } = await startEndpoint({ [PLAYER]: 'silence' })
    const { join, clock } = gameFor(endpoint, settings)
    let hasEnded = false
    const outcome = join({ steamId: PLAYER }).finally(() => (hasEnded = true))
    await until(() => requests.length === 1)
    await clock.advance(limitMs - 1)
    expect(hasEnded).toBe(false)
    await clock.advance(1)
    expect((await outcome).asked).toEqual([{ steamId: PLAYER, error: 'timeout', ms: limitMs }])
  })
})

describe('a request', () => {
  const known = {
    old: ['2019.4.31f1', 'libcurl/7.75.0-DEV'],
    new: ['2022.3.47f1', 'libcurl/8.5.0-DEV'],
  } as const

  test.each(['old', 'new'] as const)('of the %s build is a plain GET with the headers of Unity', async (build) => {
    const { url, endpoint, requests } = await startEndpoint({})
    await gameFor(endpoint, { build }).join({ steamId: PLAYER })
    const [unity, libcurl] = known[build]
    expect(requests).toEqual([
      expect.objectContaining({
        method: 'GET',
        body: '',
        headers: {
          host: new URL(url).host,
          connection: 'keep-alive',
          'User-Agent': `UnityPlayer/${unity} (UnityWebRequest/1.0, ${libcurl})`,
          Accept: '*/*',
          'Accept-Encoding': 'deflate, gzip',
          'X-Unity-Version': unity,
        },
      }),
    ])
  })
})

test('an address at which nothing listens is a network error', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  server.close()
  await once(server, 'close')
  const outcome = await gameFor(`http://127.0.0.1:${port}/`).join({ steamId: PLAYER })
  expect(outcome).toMatchObject({ kind: 'let-in', by: 'failure-mode', asked: [{ error: 'ECONNREFUSED' }] })
})

import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, post, USER_AGENT } from '../support/ask.ts'
import { FILE_TOKEN, policyFileForTest } from '../support/policy-file.ts'
import { request, talkOnce, type RawReply } from '../support/raw.ts'
import { serviceForTest } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const { cast } = createWorld({ accounts: 1 })
const PATHS = [
  `/api/lookup?steamId=${cast.raider}`,
  `/api/compare?steamId=${cast.raider}&other=${cast.clean}`,
  `/api/rust-stats?steamId=${cast.veteran}`,
  `/api/inventory?steamId=${cast.hoarder}`,
]

const sim = await useSteam()

const get = (service: { port: number }, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  talkOnce(service.port, request(method, path, { 'user-agent': USER_AGENT, ...headers }))

const leftIn = ({ headers }: RawReply) => Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1])

describe.each(PATHS)('GET %s', (path) => {
  test('is a 304 without a body for a client that has the answer, and counts against its limit', async () => {
    const service = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '1000' }, sim)
    const first = await get(service, path)
    const tag = String(first.headers['etag'])
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)])
    expect(first.headers['cache-control']).toMatch(/^(private, no-cache|public, max-age=\d+)$/)
    for (const method of ['GET', 'HEAD']) {
      const again = await get(service, path, { 'if-none-match': `W/"other", ${tag}` }, method)
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, tag])
      expect(again.headers['cache-control']).toMatch(/^(private, no-cache|public, max-age=\d+)$/)
      expect(again.headers).not.toHaveProperty('content-type')
      expect(leftIn(again)).toBeLessThan(leftIn(first))
    }
    const other = await get(service, path, { 'if-none-match': '"other"' })
    expect([other.status, other.headers['etag'], other.body]).toEqual([200, tag, first.body])
  })
})

test('verdicts, errors and answers to POST have no entity tag and may not be stored', async () => {
  const service = await serviceForTest({ POLICY_FILE: policyFileForTest().path }, sim)
  const token = { authorization: `Bearer ${FILE_TOKEN}`, 'if-none-match': '*' }
  const replies = [
    await ask(service, `/api/verdict?steamId=${cast.clean}`, { headers: token }),
    await ask(service, `/game/${FILE_TOKEN}/${cast.clean}`, { headers: token }),
    await ask(service, `/api/lookup?steamId=${cast.gone}`, { headers: token }),
    await post(service, '/api/lookup', { input: cast.clean }, { 'if-none-match': '*' }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 404, 200])
  for (const { headers } of replies)
    expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'no-store'])
})

/** Headers without those that differ between responses. */
function stable(headers: Record<string, unknown>) {
  const { date: _, 'x-request-id': __, 'server-timing': timing, ratelimit: ___, ...rest } = headers
  // A second may pass between the two requests.
  rest['cache-control'] = String(rest['cache-control']).replace(/max-age=[1-9]\d*/, 'max-age=(seconds)')
  // A chunked body has no length, and an error contains a request id.
  delete rest['transfer-encoding']
  return { ...rest, hasTiming: timing !== undefined }
}

test.each([
  ...PATHS,
  '/docs/',
  '/nothing',
  `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/test/sample.png')}`,
])('a HEAD of %s has the headers of the GET and no body', async (path) => {
  const service = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '10000' }, sim)
  const [first, head] = [await get(service, path), await get(service, path, {}, 'HEAD')]
  expect([head.status, head.bytes.length]).toEqual([first.status, 0])
  expect(stable(head.headers)).toEqual(stable(first.headers))
  const line = { method: 'HEAD', status: first.status }
  expect(await service.lineOf(head.headers['x-request-id'])).toMatchObject(line)
})

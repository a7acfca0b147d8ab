import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { USER_AGENT } from '../support/ask.ts'
import { request, talkOnce } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const IMAGE = encodeURIComponent('https://avatars.steamstatic.com/test/sample.png')

const TARGETS: [target: string, status: number][] = [
  [`/api/lookup?steamId=${cast.raider}`, 200],
  [`/api/compare?steamId=${cast.raider}&other=${cast.clean}`, 200],
  [`/api/rust-stats?steamId=${cast.veteran}`, 200],
  [`/api/inventory?steamId=${cast.hoarder}`, 200],
  [`/api/image?url=${IMAGE}`, 200],
  ['/healthz', 200],
  ['/openapi.json', 200],
  ['/docs/', 302],
  ['/nothing', 404],
]

const service = await useService({ RATE_LIMIT_PER_MINUTE: '10000' })

/** Sends a request without a body over HTTP/1.1. */
const say = (method: string, target: string, { port } = service) =>
  talkOnce(port, request(method, target, { 'user-agent': USER_AGENT }))

/** Headers without those that differ between responses. */
function stable(headers: Record<string, unknown>) {
  const { date: _, 'x-request-id': __, 'server-timing': timing, ratelimit: ___, ...rest } = headers
  // A second may pass between the two requests.
  rest['cache-control'] = String(rest['cache-control']).replace(/max-age=[1-9]\d*/, 'max-age=(seconds)')
  // A chunked body has no length, and an error contains a request id.
  delete rest['transfer-encoding']
  return { ...rest, hasTiming: timing !== undefined }
}

test.each(TARGETS)('a HEAD of %s has the headers of the GET and no body', async (target, status) => {
  const [get, head] = [await say('GET', target), await say('HEAD', target)]
  expect([get.status, head.status, head.bytes.length]).toEqual([status, status, 0])
  expect(stable(head.headers)).toEqual(stable(get.headers))
  expect(await service.lineOf(head.headers['x-request-id'])).toMatchObject({ method: 'HEAD', status })
})

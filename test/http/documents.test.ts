import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { isMatch } from '../../src/http/document.ts'
import { request, talkOnce } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const script = readdirSync(join(inject('pageFolder'), 'assets')).find((name) => /^main-.+\.js$/.test(name))
const OF_DOCS = ['/openapi.json', '/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']

const service = await useService({ CORS_ORIGINS: 'https://tool.example' })

const get = (path: string, headers: Record<string, string> = {}) =>
  talkOnce(service.port, request('GET', path, headers))

describe.each(['/', `/assets/${script}`, ...OF_DOCS])('%s', (path) => {
  test('is sent plain, with gzip or with br, each with its own entity tag', async () => {
    const plain = await get(path)
    const gzip = await get(path, { 'accept-encoding': 'gzip, deflate' })
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const facts = [plain, gzip, br].map(({ status, headers }) => [status, headers['content-encoding'], headers['vary']])
    expect(facts).toEqual([
      [200, undefined, 'Origin, Accept-Encoding'],
      [200, 'gzip', 'Origin, Accept-Encoding'],
      [200, 'br', 'Origin, Accept-Encoding'],
    ])
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length)
    const tags = [plain, gzip, br].map(({ headers }) => headers['etag'])
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}(-gzip|-br)?"$/)
  })

  test('has no body for a HEAD, and the length of the GET', async () => {
    const { status, headers, bytes } = await talkOnce(service.port, request('HEAD', path))
    expect([status, bytes.length, headers['content-length']]).toEqual([200, 0, String((await get(path)).bytes.length)])
  })

  test('is a 304 without a body for a client that already has it', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding }
      const first = await get(path, headers)
      const tag = String(first.headers['etag'])
      for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const { status, headers: second, bytes } = await get(path, { ...headers, 'if-none-match': ifNoneMatch })
        expect([status, bytes.length, second['etag'], second['vary'], second['cache-control']]).toEqual([
          304,
          0,
          tag,
          'Origin, Accept-Encoding',
          first.headers['cache-control'],
        ])
        expect(second).not.toHaveProperty('content-length')
      }
      expect((await get(path, { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
    }
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b","a"', true],
  ['*', true],
  ['a', false],
  ['"a', false],
])('If-None-Match %j matches: %s', (header, expected) => {
  expect(isMatch(header, '"a"')).toBe(expected)
})

describe('/docs/', () => {
  const path = '/docs/'
  test('redirects to /docs', async () => {
    const { status, headers, bytes } = await get(path)
    expect([status, headers['location'], headers['content-length'], bytes.length]).toEqual([302, '/docs', '0', 0])
    expect(await service.lineOf(headers['x-request-id'])).toMatchObject({ route: path, status: 302, level: 30 })
  })
})

import { describe, expect, test } from 'vitest'
import { edgePage } from '../../../packages/sim-steam/src/edge.ts'
import { z } from 'zod'
import { RapsheetError } from '../../../src/model/error.ts'
import {
  isEmptyObject,
  isRetryable,
  classifyAnswer,
  noAnswer,
  type Expectation,
} from '../../../src/steam/upstream/answer.ts'
import type { RawAnswer } from '../../../src/steam/upstream/connection-pool.ts'

interface Greeting {
  to: string
}

/** A method about alice whose 401 and 403 mean that she is private, with `{}` or one of Steam's own pages. */
const expectation: Expectation<Greeting> = {
  schema: z.object({ to: z.string() }),
  matchesRequest: ({ to }) => to === 'alice',
  isMeaningful: ({ status, body, steamPage }) =>
    (status === 401 || status === 403) && (isEmptyObject(body) || steamPage !== undefined),
}

const HTML = '<html><head><title>Unavailable</title></head><body>We are down</body></html>'
const BAD_KEY =
  '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.</body></html>'

const raw = (status: number, text: string, details: Partial<RawAnswer> = {}): RawAnswer => ({
  status,
  text,
  isJson: !text.startsWith('<'),
  server: 'nginx',
  retryAfter: undefined,
  ...details,
})

/** The classification as plain data: the answer, or the facts of the error. */
function verdict(answer: RawAnswer, expected: Expectation<Greeting> = expectation): unknown {
  const { outcome, result } = classifyAnswer(answer, expected)
  if (!(result instanceof RapsheetError)) return [outcome, result]
  const { code, upstreamStatus, retryAfter } = result
  return [outcome, { code, upstreamStatus, retryAfter }]
}

const failure = (details: { upstreamStatus?: number; retryAfter?: number } = {}) => ({
  code: 'platform_unavailable',
  upstreamStatus: undefined,
  retryAfter: undefined,
  ...details,
})

describe('a 200', () => {
  test('of the right shape about the right account is the answer, stripped to its schema', () => {
    expect(verdict(raw(200, '{"to":"alice","more":1}'))).toEqual(['200', { ok: true, value: { to: 'alice' } }])
  })

  test.each([
    ['a page', raw(200, HTML), 'not_json'],
    ['data that is not called JSON', raw(200, '{"to":"alice"}', { isJson: false }), 'not_json'],
    ['JSON that breaks off', raw(200, '{"to":"ali'), 'not_json'],
    ['nothing', raw(200, ''), 'not_json'],
    ['null', raw(200, 'null'), 'wrong_shape'],
    ['{}', raw(200, '{}'), 'wrong_shape'],
    ['a list', raw(200, '[]'), 'wrong_shape'],
    ['a field of another type', raw(200, '{"to":5}'), 'wrong_shape'],
    ['another account', raw(200, '{"to":"bob"}'), 'wrong_shape'],
  ])('with %s is a failure without a status', (_, answer, outcome) => {
    expect(verdict(answer)).toEqual([outcome, failure()])
  })
})

describe('a 401 or 403', () => {
  test.each([
    [401, '{}', '{}'],
    [403, '{}', '{}'],
    [
      401,
      "Steam's page",
      '<html><head><title>Unauthorized</title></head><body><h1>Unauthorized</h1>Access is denied.</body></html>',
    ],
    [
      403,
      "Steam's page",
      '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Access is denied.</body></html>\n',
    ],
  ])('%i with %s is an answer where it has a meaning', (status, _, text) => {
    expect(verdict(raw(status, text))).toEqual([String(status), { ok: false, status }])
  })

  test.each([401, 403])('%i that speaks of the key is a refused key, and never a private player', (status) => {
    expect(verdict(raw(status, BAD_KEY))).toEqual([
      'key_refused',
      { code: 'key_refused', upstreamStatus: status, retryAfter: undefined },
    ])
  })

  test.each([401, 403])('%i with data that has no meaning is passed on as a failure', (status) => {
    const { schema } = expectation
    expect(verdict(raw(status, '{}'), { schema })).toEqual([String(status), failure({ upstreamStatus: status })])
  })

  test('is classified by its body where the meaning depends on it', () => {
    const byBody: Expectation<Greeting> = {
      ...expectation,
      isMeaningful: ({ status, body }) => status === 403 && body === null,
    }
    expect(verdict(raw(403, 'null'), byBody)).toEqual(['403', { ok: false, status: 403 }])
    expect(verdict(raw(403, '{}'), byBody)).toEqual(['403', failure({ upstreamStatus: 403 })])
    expect(verdict(raw(403, 'null', { isJson: false }), byBody)).toEqual(['403', failure({ upstreamStatus: 403 })])
  })
})

describe("a page in place of Steam's answer", () => {
  const EDGE = edgePage().body.toString()
  const STEAM_LIKE = '<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1>Request blocked.</body></html>'
  const block = (upstreamStatus: number) => ['blocked', { code: 'platform_blocked', upstreamStatus, retryAfter: 300 }]

  test.each([
    ['by its server and its text', raw(403, EDGE, { server: 'AkamaiGHost' }), 403],
    ['by its text alone', raw(403, EDGE), 403],
    ['by its text without entities', raw(403, '<h1>Access Denied</h1><p>Reference #18.2d351ab8'), 403],
    ['by its server alone', raw(403, '<html>Sorry</html>', { server: 'akamaighost' }), 403],
    ['with no page at all', raw(403, '', { server: 'AkamaiGHost' }), 403],
    ['with another status', raw(401, EDGE), 401],
    ['called JSON', raw(403, EDGE, { isJson: true }), 403],
    ['of somebody else', raw(403, HTML), 403],
    ['without markup', raw(403, 'Request blocked', { isJson: false }), 403],
    ["with the title of Steam's own page, and other words", raw(403, STEAM_LIKE), 403],
  ])('is a block and never a private player: %s', (_, answer, status) => {
    expect(verdict(answer)).toEqual(block(status))
    expect(verdict(answer, { schema: expectation.schema })).toEqual(block(status))
  })

  test("is not Steam's own data, whatever the `Server` header says", () => {
    const answer = raw(403, '{}', { server: 'AkamaiGHost' })
    expect(verdict(answer)).toEqual(['403', { ok: false, status: 403 }])
  })

  test.each(['', ' ', '{', '[]', 'null', '{"error":"denied"}'])('is neither empty nor data: %j', (text) => {
    expect(verdict(raw(403, text))).toEqual(['403', failure({ upstreamStatus: 403 })])
    expect(verdict(raw(403, text, { isJson: false }))).toEqual(['403', failure({ upstreamStatus: 403 })])
  })

  test('does not hide that a key is bad', () => {
    expect(verdict(raw(403, BAD_KEY, { server: 'AkamaiGHost' }))).toMatchObject(['key_refused', {}])
  })

  test.each([429, 500, 503])('with a %i is classified by its status', (status) => {
    expect(verdict(raw(status, EDGE, { server: 'AkamaiGHost' }))).toEqual([
      String(status),
      failure({ upstreamStatus: status }),
    ])
  })
})

describe('any other status', () => {
  test.each([
    ['a limit', raw(429, 'null'), { upstreamStatus: 429 }],
    ['a limit with the time to wait', raw(429, HTML, { retryAfter: 30 }), { upstreamStatus: 429, retryAfter: 30 }],
    ['an outage', raw(503, HTML), { upstreamStatus: 503 }],
    ['an outage with the time to wait', raw(503, HTML, { retryAfter: 0 }), { upstreamStatus: 503, retryAfter: 0 }],
    [
      'an error inside Steam',
      raw(500, '{"error":"EYldRefreshAppIfNecessary failed with EResult 55"}'),
      { upstreamStatus: 500 },
    ],
    ['a page about a bad key with another status', raw(400, BAD_KEY), { upstreamStatus: 400 }],
    ['a bad request', raw(400, '{}'), { upstreamStatus: 400 }],
    ['a lost path', raw(404, HTML), { upstreamStatus: 404 }],
    ['a redirect, which is no status to pass on', raw(302, HTML), {}],
    ['a permanent redirect', raw(308, ''), {}],
    ['an empty success', raw(204, ''), {}],
    ['a success of another kind with good data', raw(206, '{"to":"alice"}'), {}],
  ])('%s is a failure', (_, answer, details) => {
    expect(verdict(answer)).toEqual([String(answer.status), failure(details)])
  })

  test('is an answer where the method says so', () => {
    const meaningful: Expectation<Greeting> = { ...expectation, isMeaningful: ({ status }) => status === 400 }
    expect(verdict(raw(400, '{}'), meaningful)).toEqual(['400', { ok: false, status: 400 }])
    expect(verdict(raw(401, '{}'), meaningful)).toEqual(['401', failure({ upstreamStatus: 401 })])
  })
})

test("no message repeats Steam's text", () => {
  const secret = 'x-webapi-key 0123456789ABCDEF'
  for (const answer of [
    raw(200, `<p>${secret}`),
    raw(500, secret),
    raw(403, BAD_KEY + secret),
    raw(200, `{"to":5,"key":"${secret}"}`),
  ]) {
    const { result } = classifyAnswer(answer, expectation)
    expect(result).toBeInstanceOf(RapsheetError)
    expect(result instanceof RapsheetError && result.message).not.toContain('0123456789ABCDEF')
  }
})

describe('a retry', () => {
  const status = (upstreamStatus: number) => new RapsheetError('platform_unavailable', 'failed', { upstreamStatus })
  const named = (name: string) => Object.assign(new Error(name), { name })

  test.each([
    ['no answer', noAnswer(new Error('ECONNRESET'))],
    ['a limit', status(429)],
    ['500', status(500)],
    ['502', status(502)],
    ['503', status(503)],
  ])('may help after %s', (_, error) => {
    expect(isRetryable(error)).toBe(true)
  })

  test.each([
    ['400', status(400)],
    ['403', status(403)],
    ['404', status(404)],
    ['a refused key', new RapsheetError('key_refused', 'bad key', { upstreamStatus: 403 })],
    ['a block', new RapsheetError('platform_blocked', 'blocked', { upstreamStatus: 503 })],
    ['a server error under another name', new RapsheetError('key_refused', 'bad key', { upstreamStatus: 503 })],
    ['too many waiting', new RapsheetError('overloaded', 'too many')],
    ['a bug', new TypeError('undefined is not a function')],
    ['an aborted caller', named('AbortError')],
  ])('does not help after %s', (_, error) => {
    expect(isRetryable(error)).toBe(false)
  })
})

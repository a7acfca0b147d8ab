import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError, USER_AGENT, type Reply } from '../support/ask.ts'
import { FILE_TOKEN, usePolicyFile } from '../support/policy-file.ts'
import { request, talkOnce } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const IMAGE = 'https://avatars.steamstatic.com/test/sample.png'
const BEARER = { authorization: `Bearer ${FILE_TOKEN}` }
const JSON_TYPE = { 'content-type': 'application/json' }

/** The routes that take parameters, with accepted values. */
const WITH_PARAMETERS: [path: string, parameters: Record<string, string>][] = [
  ['/api/lookup', { steamId: cast.raider }],
  ['/api/compare', { steamId: cast.raider, other: cast.clean }],
  ['/api/rust-stats', { steamId: cast.veteran }],
  ['/api/inventory', { steamId: cast.hoarder }],
  ['/api/image', { url: IMAGE }],
  ['/api/verdict', { steamId: cast.clean }],
]

/** The route whose answers, and errors about its body, are events of a stream. */
const SCAN = '/api/friends'

/** The routes that take a body, with the field that they need, an accepted value of it and all of their fields. */
const WITH_BODY: [path: string, field: string, value: unknown, fields: string][] = [
  ['/api/lookup', 'input', cast.raider, 'input'],
  ['/api/lookup/batch', 'steamIds', [cast.raider], 'steamIds'],
  ['/api/verdict/batch', 'steamIds', [cast.raider], 'steamIds'],
  [SCAN, 'steamId', cast.lonely, 'steamId, found, from'],
]

const DOCUMENTS = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics', '/status']

const service = await useService({ POLICY_FILE: usePolicyFile() })

const get = (target: string, init: RequestInit = {}) =>
  ask(service, target, { ...init, headers: { ...BEARER, ...(init.headers as Record<string, string>) } })

const targetOf = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(parameters).toString()}`

/** Sends a body to a route unchanged. */
const send = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
  get(path, { method: 'POST', headers, body })

/** Sends a request of these headers only. */
const say = (method: string, target: string, headers: Record<string, string> = {}, body = '') =>
  talkOnce(service.port, request(method, target, { 'user-agent': USER_AGENT, ...BEARER, ...headers }, body))

/** Checks that a response is an error, which a scan sends as its only event. Returns the message. */
async function messageOf(path: string, reply: Reply, status: number, code: string): Promise<string> {
  if (path !== SCAN) return expectError(service, reply, status, code)
  const requestId = reply.headers['x-request-id']
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const [, event = ''] = /^data: (.*)\n\n$/.exec(String(reply.body)) ?? []
  expect(JSON.parse(event)).toEqual({ error: expect.stringMatching(/^[^\n]+\.$/), code, requestId })
  expect(await service.lineOf(requestId)).toMatchObject({ status: 200, code })
  return (JSON.parse(event) as { error: string }).error
}

describe('another method on a known path is a 405 with Allow, which OPTIONS tells too', () => {
  test.each([
    ['/api/lookup', 'GET, HEAD, POST, OPTIONS', ['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']],
    ...WITH_PARAMETERS.slice(1).map(([path]) => [path, 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']] as const),
    ...WITH_BODY.slice(1).map(([path]) => [path, 'POST, OPTIONS', ['GET', 'HEAD', 'PUT', 'DELETE']] as const),
    ...['/docs', '/openapi.json', '/healthz', '/readyz', '/metrics'].map(
      (path) => [path, 'GET, HEAD, OPTIONS', ['POST', 'DELETE']] as const,
    ),
  ] as const)('%s accepts only %s', async (path, allow, others) => {
    for (const method of others) {
      const reply = await say(method, `${path}?steamId=${cast.raider}`)
      expect([method, reply.status, reply.headers['allow']]).toEqual([method, 405, allow])
      if (method !== 'HEAD')
        expect(await expectError(service, reply, 405, 'method_not_allowed')).toBe(`${path} accepts only ${allow}.`)
    }
    const { status, headers, bytes } = await say('OPTIONS', path)
    expect([status, headers['allow'], bytes.length]).toEqual([204, allow, 0])
  })
})

describe.each(WITH_PARAMETERS)('GET %s', (path, parameters) => {
  const names = Object.keys(parameters)
  const without = (name: string) => Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== name))

  test('ignores unknown parameters', async () => {
    const target = `${targetOf(path, parameters)}&x=1&STEAMID=2&__proto__=3&x=4`
    expect(await get(target)).toMatchObject({ status: 200 })
  })

  test.each(names)('needs the parameter %s in this spelling, and once', async (name) => {
    const missing = `The parameter ${name} is missing`
    for (const [added, hint] of [
      [{}, ''],
      [{ input: '1' }, ''],
      [{ [name.toUpperCase()]: '1' }, `; names are case-sensitive: write ${name}, not ${name.toUpperCase()}`],
    ] as const) {
      const reply = await get(targetOf(path, { ...without(name), ...added }))
      expect(await expectError(service, reply, 400, 'missing_parameter')).toBe(`${missing}${hint}.`)
    }
    const repeated = await get(`${targetOf(path, parameters)}&${name}=1&${name}=2`)
    expect(await expectError(service, repeated, 400, 'repeated_parameter')).toBe(
      `The parameter ${name} is given 3 times; send it once.`,
    )
  })

  test.each(names)('refuses an empty or very long %s, without a call to Steam', async (name) => {
    const calls = service.sim.calls.total()
    for (const value of ['', 'x'.repeat(5_000)]) {
      const reply = await get(targetOf(path, { ...parameters, [name]: value }))
      expect(await expectError(service, reply, 400, 'invalid_parameter')).toMatch(new RegExp(`^${name}: must `))
    }
    expect(service.sim.calls.total()).toBe(calls)
  })
})

test.each(['/api/lookup?steamId=(value)', '/api/compare?steamId=raider&other=(value)'])(
  'an account in %s may have 256 characters after trimming, and no more',
  async (target) => {
    const link = `https://steamcommunity.com/profiles/${cast.clean}?`.padEnd(256, 'x')
    const withValue = (value: string) => target.replace('(value)', encodeURIComponent(value))
    for (const value of [link, ` \n${link}\t `]) expect(await get(withValue(value))).toMatchObject({ status: 200 })
    expect(await expectError(service, await get(withValue(`${link}x`)), 400, 'invalid_parameter')).toMatch(
      /^(steamId|other): must have at most 256 characters\.$/,
    )
  },
)

describe.each(['/api/rust-stats', '/api/inventory', SCAN])('the steamId of %s', (path) => {
  test.each([
    'raider',
    '',
    'STEAM_0:1:19872351',
    ' 76561198000010431',
    '99999999999999999',
    '\u0000',
    '７６５６１１９８００００１０４３１',
  ])('must have 17 digits, and not be %j', async (steamId) => {
    const calls = service.sim.calls.total()
    const reply = await (path === SCAN ? send(path, JSON.stringify({ steamId })) : get(targetOf(path, { steamId })))
    expect(await messageOf(path, reply, 400, 'invalid_parameter')).toBe(
      'steamId: must be a 17-digit SteamID64; /api/lookup finds it for a custom name or a profile link.',
    )
    expect(service.sim.calls.total()).toBe(calls)
  })
})

type Refused = [
  what: string,
  body: string | Uint8Array<ArrayBuffer>,
  code: string,
  message: string | RegExp,
  headers?: Record<string, string>,
]

/** Bodies that a route refuses, whose only required field is `field` with a value like this one. */
function refusedBodies(field: string, value: unknown, fields: string): Refused[] {
  const good = JSON.stringify({ [field]: value })
  const needsObject = (shown: string) => `The body must be a JSON object with ${field}; this one is ${shown}.`
  const wrongType = (shown: string) =>
    `Send a JSON body with Content-Type: application/json; this request has ${shown}.`
  const [missing, upper] = [`The field ${field} is missing`, field.toUpperCase()]
  const ofBytes = (...bytes: number[]) =>
    new Uint8Array([...Buffer.from(`{"${field}":"`), ...bytes, ...Buffer.from('"}')])
  return [
    ...['text/plain', 'application/x-www-form-urlencoded'].map((type): Refused => [
      `of the type ${type}`,
      good,
      'not_json',
      wrongType(type),
      { 'content-type': type },
    ]),
    [
      'that is compressed',
      good,
      'not_json',
      'Send the body without compression; this one has Content-Encoding: gzip.',
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
    ],
    ['that is empty', '', 'not_json', `The body is empty; it must be a JSON object with ${field}.`],
    ...['{', good.slice(0, -1), `${good}x`, `{"${field}":"\u0001"}`].map((body): Refused => [
      `of invalid JSON, ${JSON.stringify(body)}`,
      body,
      'not_json',
      /^The body is not valid JSON: /,
    ]),
    ['with a stray byte', ofBytes(0xff), 'not_json', 'The body is not valid JSON: it is not valid UTF-8.'],
    ['with an overlong form', ofBytes(0xc0, 0xaf), 'not_json', 'The body is not valid JSON: it is not valid UTF-8.'],
    ...['"text"', '7', 'null', 'true'].map((body): Refused => [`that is ${body}`, body, 'not_json', needsObject(body)]),
    ...['[]', `[${good}]`].map((body): Refused => [`that is ${body}`, body, 'not_json', needsObject('an array')]),
    ...['__proto__', '', 'x"y\n', 'n'.repeat(100)].map((name): Refused => {
      const body = `{"${field}":${JSON.stringify(value)},${JSON.stringify(name)}:{"a":1}}`
      const shown = JSON.stringify(name.slice(0, 64))
      return [
        `with the field ${shown}`,
        body,
        'unlisted_field',
        `The body has an unknown field ${shown}; send only ${fields}.`,
      ]
    }),
    ...['{}', `{"__proto__":${good}}`, '{"found":true}'].map((body): Refused => [
      `without its field, ${body}`,
      body,
      'missing_parameter',
      `${missing}.`,
    ]),
    [
      'with a misspelt field',
      `{"${upper}":"x"}`,
      'missing_parameter',
      `${missing}; names are case-sensitive: write ${field}, not ${upper}.`,
    ],
    ['of nested lists', '['.repeat(100_000) + ']'.repeat(100_000), 'not_json', needsObject('an array')],
    ['of nested objects', '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000), 'missing_parameter', `${missing}.`],
    [
      'with nested lists in its field',
      `{"${field}":${'['.repeat(100_000) + ']'.repeat(100_000)}}`,
      'invalid_parameter',
      new RegExp(`^${field}`),
    ],
  ]
}

describe.each(WITH_BODY)('a body of %s', (path, field, value, fields) => {
  const good = JSON.stringify({ [field]: value })

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'may have the type %s',
    async (type) => {
      const reply = await send(path, good, { 'content-type': type })
      expect([reply.status, String(reply.body)]).toEqual([200, expect.not.stringContaining('"code"')])
    },
  )

  test.each(refusedBodies(field, value, fields))(
    '%s is refused',
    async (_, body, code, message, headers = JSON_TYPE) => {
      const refusal = await messageOf(path, await send(path, body, headers), 400, code)
      if (typeof message === 'string') expect(refusal).toBe(message)
      else expect(refusal).toMatch(message)
    },
  )

  test('must be there, and have a type', async () => {
    for (const body of ['', good])
      expect(await messageOf(path, await say('POST', path, {}, body), 400, 'not_json')).toBe(
        'Send a JSON body with Content-Type: application/json; this request has none.',
      )
  })

  test('may have 256 KiB, begin with a byte order mark, and come in chunks', async () => {
    const chunks = [...good].map((letter) => `1\r\n${letter}\r\n`).join('')
    const inChunks = await say('POST', path, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, `${chunks}0\r\n\r\n`)
    const identity = { ...JSON_TYPE, 'content-encoding': 'identity' }
    for (const reply of [
      await send(path, good.padEnd(256 * 1024, ' ')),
      await send(path, `\uFEFF${good}`),
      await send(path, good, identity),
      inChunks,
    ])
      expect([reply.status, String(reply.body)]).toEqual([200, expect.not.stringContaining('"code"')])
  })

  test('that is too large is a 413, also if it is declared, in chunks, or sent to its end', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const tooLong = good.padEnd(256 * 1024 + 1, ' ')
    for (const [reply, connection] of [
      [await say('POST', path, JSON_TYPE, tooLong), 'close'],
      [await say('POST', path, { ...JSON_TYPE, 'content-length': '99999999999' }), 'close'],
      [await send(path, good.padEnd(4 * 1024 * 1024, ' ')), 'close'],
      [
        await say('POST', path, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, chunk.repeat(5)),
        // The headers of a stream are sent before its body is read.
        path === SCAN ? 'keep-alive' : 'close',
      ],
    ] as const) {
      expect(await messageOf(path, reply, 413, 'body_too_large')).toBe('The body is larger than 256 KiB.')
      expect(reply.headers['connection']).toBe(connection)
    }
  })
})

test.each([
  ['/api/lookup', { input: 1 }, 'input: must be a string.'],
  ['/api/lookup', { input: 'x'.repeat(257) }, 'input: must have at most 256 characters.'],
  [SCAN, { steamId: 76_561 }, 'steamId: must be a string.'],
  [SCAN, { steamId: [cast.raider] }, 'steamId: must be a string.'],
  [SCAN, { steamId: cast.raider, found: 'true' }, 'found: must be true or false.'],
  ['/api/lookup/batch', { steamIds: [cast.raider, 7_656] }, 'steamIds[1]: must be a string.'],
  ['/api/lookup/batch', { steamIds: ['', 'x'.repeat(257)] }, 'steamIds[1]: must have at most 256 characters.'],
  ['/api/lookup/batch', { steamIds: [] }, 'steamIds: must name at least one account.'],
  ['/api/lookup/batch', { steamIds: cast.raider }, 'steamIds: must be an array of strings.'],
])('%s refuses %j', async (path, body, message) => {
  const calls = service.sim.calls.total()
  expect(await messageOf(path, await send(path, JSON.stringify(body)), 400, 'invalid_parameter')).toBe(message)
  expect(service.sim.calls.total()).toBe(calls)
})

test.each([...WITH_PARAMETERS.map(([path, parameters]) => targetOf(path, parameters)), ...DOCUMENTS])(
  'a GET or HEAD of %s with a body is a 400',
  async (target) => {
    for (const method of ['GET', 'HEAD']) {
      for (const [headers, body] of [
        [{}, '{}'],
        [{ 'transfer-encoding': 'chunked' }, '2\r\n{}\r\n0\r\n\r\n'],
      ] as const) {
        const reply = await say(method, target, headers, body)
        expect(reply.status).toBe(400)
        if (method === 'GET') await expectError(service, reply, 400, 'unexpected_body')
      }
    }
  },
)

describe('the User-Agent', () => {
  test.each([
    ['absent', {}],
    ['empty', { 'user-agent': '' }],
  ])('of a lookup that is %s is a 403, before any other check', async (_, headers) => {
    for (const method of ['GET', 'POST']) {
      const reply = await talkOnce(service.port, request(method, '/api/lookup', headers))
      const message = await expectError(service, reply, 403, 'user_agent_required')
      expect(message).toBe('Send a User-Agent of at least 5 characters that names your application and a contact.')
    }
    const head = await talkOnce(service.port, request('HEAD', '/api/lookup', headers))
    expect(head.status).toBe(403)
  })
})

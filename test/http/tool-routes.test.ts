import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idPositionSchema, listRoute } from '../../src/http/paging.ts'
import { readPrecondition } from '../../src/http/precondition.ts'
import { createRateLimit, LIMITED } from '../../src/http/rate-limit.ts'
import { revalidatedJson, json, noContent, route, toolOf, type Route } from '../../src/http/route.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { createVerdictRoutes } from '../../src/policy/http/verdict-routes.ts'
import { ask, type Reply } from '../support/ask.ts'
import { deferred } from '../support/deferred.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { fakePolicies, TOKEN } from '../support/fake-policies.ts'
import type { LogLine } from '../support/log.ts'
import { fakeTools, GUILD, toolBearer, toolGrant, toolToken } from '../support/fake-tools.ts'
import { httpForTest, limitsOf } from '../support/http.ts'
import { openSocket, request } from '../support/raw.ts'

const ID = '76561198000000001'
const OTHER_GUILD = '500000000000000002'

const shared = { tag: 'Bans', summary: '', responses: {}, cost: 'lookup' } as const
const idSchema = z.object({ steamId: z.string().regex(/^\d{17}$/, 'must be a SteamID64') })
const termsSchema = z.strictObject({ reason: z.string().optional(), until: z.int().nullable().default(null) })

const asItIs = (entry: object) => entry

/** A list with one entry of each account, in memory. */
function entryRoutes(): Route[] {
  const entries = new Map<string, object>()
  const entry = { ...shared, path: '/api/entries/{steamId}' } as const
  return [
    route({
      ...entry,
      method: 'GET',
      token: { scope: 'bans:read' },
      input: idSchema.extend({ show: z.string().optional() }),
      handle: (_, input, request) =>
        revalidatedJson({ ...input, by: toolOf(request).name, entry: entries.get(input.steamId) }),
    }),
    route({
      ...entry,
      method: 'PUT',
      token: { scope: 'bans:write' },
      parameters: idSchema,
      input: termsSchema,
      handle: (_, { steamId, ...terms }, { headers }) => {
        const current = entries.get(steamId) ?? null
        readPrecondition(headers, asItIs)(current)
        entries.set(steamId, terms)
        return revalidatedJson(terms, current ? 200 : 201)
      },
    }),
    route({
      ...entry,
      method: 'DELETE',
      token: { scope: 'bans:write' },
      input: idSchema,
      handle: (_, { steamId }, { headers }) => {
        readPrecondition(headers, asItIs)(entries.get(steamId) ?? null)
        entries.delete(steamId)
        return noContent()
      },
    }),
  ]
}

const otherRoutes: Route[] = [
  route({
    ...shared,
    method: 'POST',
    path: '/api/entries/import',
    token: { scope: 'bans:write' },
    parameters: z.object({ dryRun: z.enum(['true', 'false']).default('false') }),
    rawBody: { types: ['text/plain', 'text/csv'], read: (bytes) => ({ bytes: bytes.length }) },
    maxBodyBytes: 2 * 1024 * 1024,
    withinMs: 30_000,
    handle: (_, input) => json(input),
  }),
  listRoute(() => ({ database: { read: (work) => work({}) }, clock: systemClock, eventsCursor: async () => 'c' }), {
    kind: 'entries',
    scope: 'bans:read',
    tag: 'Bans',
    summary: '',
    description: '',
    page: z.object({}),
    example: {},
    position: idPositionSchema,
    read: async (_, __, { after, limit }) =>
      Array.from({ length: after?.[0] ?? 10 }, (_, index) => (after?.[0] ?? 10) - index - 1).slice(0, limit),
    positionOf: (number) => [number],
    toJson: (number) => ({ number }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/entries/export',
    token: { scope: null },
    input: z.object({ fails: z.enum(['first', 'later']).optional() }),
    handle: (_, { fails }) => ({
      kind: 'file',
      file: {
        type: 'text/csv; charset=utf-8',
        name: 'bans.csv',
        chunks: (async function* () {
          if (fails === 'first') throw new DatabaseError('busy', 'The database is busy.')
          yield 'a,b\n'
          if (fails === 'later') throw new DatabaseError('busy', 'The database is busy.')
          yield '1,2\n'
        })(),
      },
    }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/broken',
    token: { scope: null },
    handle: () => Promise.reject(new DatabaseError('unreachable', 'The database at secret.example does not answer.')),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/slow',
    token: { scope: null },
    handle: (_, __, { callContext: { signal } }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  }),
  route({ ...shared, method: 'GET', path: '/api/open', handle: () => json({}) }),
]

const tools = () =>
  fakeTools({
    all: toolGrant(),
    reader: toolGrant({ name: 'reader', tokenId: 2, scopes: ['bans:read'] }),
    none: toolGrant({ name: 'none', tokenId: 3, scopes: [] }),
    expired: toolGrant({ name: 'expired', tokenId: 4, expiresAt: 1_700_000_000 }),
    other: toolGrant({ guildId: OTHER_GUILD, tokenId: 5 }),
  })

const open = (options: Parameters<typeof httpForTest>[0] = {}) =>
  httpForTest({ routes: [...entryRoutes(), ...otherRoutes], tools: tools(), policies: fakePolicies(), ...options })

const ALL = toolBearer('all')
const put = (http: { url: string }, body: unknown, headers: Record<string, string> = {}, steamId = ID) =>
  ask(http, `/api/entries/${steamId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...ALL, ...headers },
    body: JSON.stringify(body),
  })
/** The parts of a file, of which the first comes after `work`. */
async function* partsAfter(work: Promise<unknown>) {
  await work
  yield 'a,b\n'
}

const codeOf = ({ status, body }: Reply) => [status, (body as { code?: string }).code]
const messageOf = ({ body }: Reply) => (body as { error: string }).error

describe('a path with a parameter', () => {
  test('is answered by its routes, and logged by its template', async () => {
    const http = await open()
    expect(await ask(http, `/api/entries/${ID}?show=all`, { headers: ALL })).toMatchObject({
      status: 200,
      body: { steamId: ID, show: 'all', by: 'my panel' },
    })
    expect(await put(http, { reason: 'x' })).toMatchObject({ status: 201, body: { reason: 'x', until: null } })
    expect((await ask(http, `/api/entries/${ID}`, { method: 'DELETE', headers: ALL })).status).toBe(204)
    const lines = http.log.filter(({ msg }) => msg === 'request')
    expect(new Set(lines.map((line) => line['route']))).toEqual(new Set(['/api/entries/{steamId}']))
    expect(JSON.stringify(lines)).not.toContain(ID)
  })

  test('is a 400 for a value that its schema refuses, and a 405 with all methods for another one', async () => {
    const http = await open()
    for (const value of ['1', '%37', '..', `${ID}0`, 'x'.repeat(300)])
      expect([value, ...codeOf(await ask(http, `/api/entries/${value}`, { headers: ALL }))]).toEqual(
        value === '..' ? [value, 404, 'not_found'] : [value, 400, 'invalid_parameter'],
      )
    const other = await ask(http, `/api/entries/${ID}`, { method: 'PATCH', headers: ALL })
    expect(codeOf(other)).toEqual([405, 'method_not_allowed'])
    expect(other.headers['allow']).toBe('GET, HEAD, PUT, DELETE')
    expect(messageOf(other)).toContain('/api/entries/{steamId}')
  })
})

describe('the input', () => {
  test('may lack optional parameters, and has every given one checked', async () => {
    const http = await open()
    const imported = (query: string, init: RequestInit = {}) =>
      ask(http, `/api/entries/import${query}`, {
        method: 'POST',
        body: 'x,y\n',
        ...init,
        headers: { 'content-type': 'text/csv; charset=utf-8', ...ALL, ...(init.headers as object) },
      })
    expect((await imported('')).body).toEqual({ dryRun: 'false', bytes: 4 })
    expect((await imported('?dryRun=true')).body).toEqual({ dryRun: 'true', bytes: 4 })
    expect(codeOf(await imported('?dryRun=yes'))).toEqual([400, 'invalid_parameter'])
    expect(codeOf(await imported('?dryRun=true&dryRun=true'))).toEqual([400, 'repeated_parameter'])
    const json = await imported('', { headers: { 'content-type': 'application/json' } })
    expect([...codeOf(json), messageOf(json)]).toEqual([
      400,
      'not_json',
      'Content-Type must be text/plain or text/csv; this request has application/json.',
    ])
    expect(codeOf(await imported('', { headers: { 'content-encoding': 'gzip' } }))).toEqual([400, 'not_json'])
  })
})

describe('the limits of a body', () => {
  const type = { 'content-type': 'text/plain', ...ALL }

  test('are those of its route', async () => {
    const http = await open()
    const send = (path: string, method: string, bytes: number, headers: Record<string, string> = type) =>
      ask(http, path, { method, headers, body: 'x'.repeat(bytes) })
    expect((await send('/api/entries/import', 'POST', 2 * 1024 * 1024)).body).toMatchObject({ bytes: 2 * 1024 * 1024 })
    const tooLarge = await send('/api/entries/import', 'POST', 2 * 1024 * 1024 + 1)
    expect([...codeOf(tooLarge), messageOf(tooLarge)]).toEqual([
      413,
      'body_too_large',
      'The body is larger than 2 MiB.',
    ])
    const json = { ...type, 'content-type': 'application/json' }
    expect(messageOf(await send(`/api/entries/${ID}`, 'PUT', 256 * 1024 + 1, json))).toBe(
      'The body is larger than 256 KiB.',
    )
  })

  /** Begins a request with a body of 2 MiB or `length`, of which `sent` bytes arrive; resolves with the answer. */
  const begin = async (
    http: { port: number },
    [method, target]: [string, string],
    sent: number,
    length = 2 * 1024 * 1024,
  ) => {
    const socket = openSocket(http.port)
    const contentType = method === 'PUT' ? 'application/json' : 'text/plain'
    const headers = { ...ALL, 'content-type': contentType, 'content-length': String(length) }
    const state = { answer: '' }
    socket.on('data', (data) => (state.answer += data.toString()))
    socket.write(request(method, target, headers) + 'x'.repeat(sent))
    await expect.poll(() => socket.writableLength).toBe(0)
    return state
  }
  const IMPORT: [string, string] = ['POST', '/api/entries/import']
  /** Short steps, so that what was sent is read meanwhile. */
  const advance = async (clock: FakeClock, seconds: number) => {
    for (let step = 0; step < seconds * 20; step++) await clock.advance(50)
  }

  test('give a body the time of its route', async () => {
    const clock = createFakeClock()
    const http = await open({ clock })
    const ofEntry = await begin(http, ['PUT', `/api/entries/${ID}`], 0, 9)
    const ofImport = await begin(http, IMPORT, 2 * 1024 * 1024 - 1)
    await expect.poll(() => clock.pending()).toBeGreaterThanOrEqual(4)
    await advance(clock, 6.5)
    expect(ofEntry.answer).toBe('')
    await advance(clock, 0.5)
    await expect.poll(() => ofEntry.answer).toContain('408')
    await advance(clock, 19.5)
    expect(ofImport.answer).toBe('')
    await advance(clock, 0.5)
    await expect.poll(() => ofImport.answer).toMatch(/^HTTP\/1.1 408 .*The body did not arrive in time/s)
  })
})

describe('the token of a tool', () => {
  test('is required, and none of another kind is accepted', async () => {
    const apiTokens = new Map([['', 'API_TOKENS 1']])
    const http = await open({ apiTokens, policies: fakePolicies() })
    for (const headers of [{}, toolBearer('wrong'), { authorization: `Bearer ${TOKEN}` }, toolBearer('expired')]) {
      const reply = await ask(http, '/api/entries', { headers })
      expect(codeOf(reply)).toEqual([401, 'unauthorized'])
      expect(reply.headers['www-authenticate']).toBe(
        'authorization' in headers ? 'Bearer error="invalid_token"' : 'Bearer',
      )
    }
    expect(messageOf(await ask(http, '/api/entries', { headers: toolBearer('expired') }))).toBe(
      'The token expired on 2023-11-14 (UTC); create a new one in Discord with /token create.',
    )
    expect(codeOf(await ask(http, '/api/open', { headers: ALL }))).toEqual([401, 'unauthorized'])
  })

  test('has its own sentence when it is missing, not sent as Bearer, or wrong, none of which repeats it', async () => {
    const http = await open({ apiTokens: new Map([['0'.repeat(64), 'API_TOKENS 1']]) })
    const token = toolToken('all')
    const sentences: [headers: Record<string, string>, problem: string][] = [
      [{}, 'The request has no token'],
      [{ authorization: token }, 'The Authorization header is not the word Bearer and a token'],
      [{ authorization: `Token ${token}` }, 'The Authorization header is not the word Bearer and a token'],
      [{ authorization: 'Bearer' }, 'The Authorization header is not the word Bearer and a token'],
      [toolBearer('wrong'), 'The token is wrong or was revoked'],
    ]
    for (const [headers, problem] of sentences)
      for (const [path, owner] of [
        ['/api/entries', 'a tool'],
        ['/api/open', 'API_TOKENS'],
      ]) {
        const reply = await ask(http, String(path), { headers })
        expect([codeOf(reply), messageOf(reply)]).toEqual([
          [401, 'unauthorized'],
          `${problem}; send a valid token of ${owner} as "Authorization: Bearer <token>".`,
        ])
        expect(JSON.stringify([reply, http.log])).not.toContain(token)
      }
  })

  test('no longer works when it is revoked, and its use is recorded', async () => {
    const held = tools()
    const http = await open({ tools: held })
    expect((await ask(http, '/api/entries', { headers: ALL })).status).toBe(200)
    expect(held.used.map(({ tokenId }) => tokenId)).toEqual([1])
    held.revoke('all')
    expect(codeOf(await ask(http, '/api/entries', { headers: ALL }))).toEqual([401, 'unauthorized'])
    await ask(http, '/api/entries', { headers: toolBearer('expired') })
    expect(held.used).toHaveLength(1)
  })

  test('is named in the log with its Discord server, also when it has expired or lacks the scope', async () => {
    const http = await open()
    for (const headers of [ALL, toolBearer('none'), toolBearer('expired'), toolBearer('wrong')])
      await ask(http, '/api/entries', { headers })
    const line = ({ guildId, token, code }: LogLine) => ({ guildId, token, code })
    expect(http.log.map(line)).toEqual([
      { guildId: GUILD, token: 'my panel', code: undefined },
      { guildId: GUILD, token: 'none', code: 'scope_missing' },
      { guildId: GUILD, token: 'expired', code: 'unauthorized' },
      { guildId: undefined, token: undefined, code: 'unauthorized' },
    ])
  })

  test('shares the quota of its Discord server; wrong and expired ones are counted by address', async () => {
    const limits = { ...limitsOf(2), tool: createRateLimit(3, LIMITED.tool) }
    const http = await open({ limits })
    const statuses = async (name: string, times: number) => {
      const all = []
      for (let time = 0; time < times; time++)
        all.push((await ask(http, '/api/entries', { headers: toolBearer(name) })).status)
      return all
    }
    expect(await statuses('reader', 2)).toEqual([200, 200])
    expect(await statuses('none', 1)).toEqual([403])
    const limited = await ask(http, '/api/entries', { headers: ALL })
    expect([limited.status, limited.headers['ratelimit']]).toEqual([
      429,
      expect.stringMatching(/^"requests";r=0;t=\d+$/),
    ])
    expect(await statuses('other', 3)).toEqual([200, 200, 200])
    expect([...(await statuses('wrong', 1)), ...(await statuses('expired', 2))]).toEqual([401, 401, 429])
    // The quota of the address does not concern valid tokens.
    expect(await statuses('other', 1)).toEqual([429])
    expect(messageOf(await ask(http, '/api/entries', { headers: toolBearer('other') }))).toContain(
      'Too many requests of the tools of your Discord server',
    )
  })
})

describe('verdicts', () => {
  const openVerdicts = (options: Parameters<typeof httpForTest>[0] = {}) => {
    const policies = fakePolicies()
    const noted: [string, number][] = []
    policies.noteToolCalls = (guildId, calls) => void noted.push([guildId, calls])
    return open({ policies, routes: createVerdictRoutes(policies), ...options }).then((http) => ({ http, noted }))
  }
  const path = `/api/verdict?steamId=${ID}`

  test('are told to tools with the scope, whose calls count for their Discord server', async () => {
    const { http, noted } = await openVerdicts()
    expect((await ask(http, path, { headers: ALL })).status).toBe(200)
    expect((await ask(http, path, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
    await expect.poll(() => noted).toEqual([[GUILD, 0]])
    expect(codeOf(await ask(http, path, { headers: toolBearer('reader') }))).toEqual([403, 'scope_missing'])
    for (const name of ['wrong', 'expired'])
      expect(codeOf(await ask(http, path, { headers: toolBearer(name) }))).toEqual([401, 'unauthorized'])
    expect(codeOf(await ask(http, path, { headers: toolBearer('other') }))).toEqual([409, 'no_policy'])
  })
})

describe('preconditions', () => {
  test('guard changes by the entity tag of the entry', async () => {
    const http = await open()
    const created = await put(http, { reason: 'a' }, { 'if-none-match': '*' })
    expect([created.status, created.headers['cache-control']]).toEqual([201, 'private, no-cache'])
    expect(codeOf(await put(http, { reason: 'b' }, { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed'])
    const etag = String(created.headers['etag'])
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const changed = await put(http, { reason: 'b' }, { 'if-match': `"x", ${etag}` })
    expect(changed).toMatchObject({ status: 200, body: { reason: 'b' } })
    expect(changed.headers['etag']).not.toBe(etag)
    const newer = String(changed.headers['etag'])
    const messageAfter = async (headers: Record<string, string>) => {
      const refused = await put(http, { reason: 'c' }, headers)
      expect(codeOf(refused)).toEqual([412, 'precondition_failed'])
      return messageOf(refused)
    }
    expect(await messageAfter({ 'if-match': etag })).toBe('The entry has changed since this ETag; read it again.')
    expect(await messageAfter({ 'if-match': `W/${newer}` })).toMatch(/^If-Match has a weak ETag .+ never matches/)
    expect(await messageAfter({ 'if-none-match': '*' })).toMatch(/^The entry exists, and "If-None-Match: \*" requires/)
    for (const tags of [newer, `W/${newer}`, `"x" , , ${newer},`])
      expect(await messageAfter({ 'if-none-match': tags })).toBe(
        `The entry has the ETag ${newer}, and If-None-Match requires another one.`,
      )
    expect((await put(http, { reason: 'b' }, { 'if-none-match': `"x", ${etag}` })).status).toBe(200)
    expect((await put(http, { reason: 'c' }, { 'if-match': '*' })).status).toBe(200)
    const remove = (headers: Record<string, string>) =>
      ask(http, `/api/entries/${ID}`, { method: 'DELETE', headers: { ...ALL, ...headers } })
    expect((await remove({ 'if-match': etag })).status).toBe(412)
    expect((await remove({ 'if-match': '*' })).status).toBe(204)
    expect((await remove({ 'if-match': '*' })).status).toBe(412)
  })

  test('take the tag of each coding of the entry, as proxies that compress send it', async () => {
    const http = await open()
    let { headers } = await put(http, { reason: 'a' })
    const tagAfter = (suffix: string) => String(headers['etag']).replace(/"$/, `${suffix}"`)
    for (const suffix of ['-br', '-gzip', '']) {
      const changed = await put(http, { reason: suffix }, { 'if-match': tagAfter(suffix) })
      expect([suffix, changed.status]).toEqual([suffix, 200])
      expect([suffix, messageOf(await put(http, { reason: 'x' }, { 'if-match': tagAfter(suffix) }))]).toEqual([
        suffix,
        'The entry has changed since this ETag; read it again.',
      ])
      headers = changed.headers
    }
    for (const suffix of ['-br', '-gzip'])
      expect((await put(http, { reason: 'x' }, { 'if-none-match': tagAfter(suffix) })).status).toBe(412)
    expect((await put(http, { reason: 'x' }, { 'if-match': tagAfter('-other') })).status).toBe(412)
  })

  test('that cannot be read are refused, whatever the entry is', async () => {
    const http = await open()
    const malformed = ['', 'x', '"x', 'x"', '"x" "y"', '*, "x"', 'w/"x"', 'W/ "x"', '"x y"', ', ,']
    for (const [name, header] of [
      ['If-Match', 'if-match'],
      ['If-None-Match', 'if-none-match'],
    ] as const)
      for (const value of malformed)
        for (const method of ['PUT', 'DELETE']) {
          const init = method === 'PUT' ? { body: '{}' } : {}
          const reply = await ask(http, `/api/entries/${ID}`, {
            method,
            headers: { 'content-type': 'application/json', ...ALL, [header]: value },
            ...init,
          })
          expect([value, codeOf(reply), messageOf(reply)]).toEqual([
            value,
            [400, 'invalid_parameter'],
            `${name}: must be * or the ETag of the entry with its double quotes, such as "x"; this one is ${JSON.stringify(value)}.`,
          ])
        }
  })
})

describe('pages', () => {
  test('lead to each other by their Link headers, and cover the list once', async () => {
    const http = await open()
    const seen: number[] = []
    let target: string | undefined = '/api/entries?limit=3'
    for (let pages = 0; target !== undefined && pages < 10; pages++) {
      const { body, headers }: Reply = await ask(http, target, { headers: ALL })
      seen.push(...(body as { entries: { number: number }[] }).entries.map(({ number }) => number))
      target = /^<(.+)>; rel="next"$/.exec(String(headers['link']))?.[1]
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  test('refuse a cursor that is not theirs, and a limit out of range', async () => {
    const http = await open()
    const statusOf = async (query: string) => codeOf(await ask(http, `/api/entries?${query}`, { headers: ALL }))
    expect(await statusOf('after=nonsense')).toEqual([400, 'invalid_cursor'])
    expect(await statusOf('after=')).toEqual([400, 'invalid_cursor'])
    for (const limit of ['0', '201', '-1', '1.5', '', '1e2', ' 1', 'all'])
      expect([limit, ...(await statusOf(`limit=${encodeURIComponent(limit)}`))]).toEqual([
        limit,
        400,
        'invalid_parameter',
      ])
    expect(await statusOf('limit=200')).toEqual([200, undefined])
    expect(messageOf(await ask(http, '/api/entries?size=1', { headers: ALL }))).toBe(
      'The query has an unknown parameter "size"; send only limit, after.',
    )
  })
})

describe('a streamed file', () => {
  test('has its type and name, and no body for HEAD', async () => {
    const http = await open()
    const { status, headers, body } = await ask(http, '/api/entries/export', { headers: ALL })
    expect([status, headers['content-type'], headers['content-disposition'], body]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="bans.csv"',
      'a,b\n1,2\n',
    ])
    const head = await ask(http, '/api/entries/export', { method: 'HEAD', headers: ALL })
    expect([head.status, head.headers['content-type'], head.body]).toEqual([200, 'text/csv; charset=utf-8', ''])
  })

  test('fails with an error until it has begun, and then by a connection that closes early', async () => {
    const http = await open()
    const failed = await ask(http, '/api/entries/export?fails=first', { headers: ALL })
    expect(codeOf(failed)).toEqual([503, 'database_unavailable'])
    await expect(ask(http, '/api/entries/export?fails=later', { headers: ALL })).rejects.toThrow(
      /terminated|fetch failed/,
    )
  })
})

describe('a streamed file whose parts take long', () => {
  const openWith = async (chunks: AsyncIterable<string>) => {
    const clock = createFakeClock()
    const file = { type: 'text/csv; charset=utf-8', name: 'bans.csv', chunks }
    const shape = { ...shared, method: 'GET', path: '/api/file', token: { scope: null } } as const
    const http = await open({ clock, routes: [route({ ...shape, handle: () => ({ kind: 'file', file }) })] })
    return { clock, http }
  }

  test('is a 503 if the first part does not come in time', async () => {
    const { clock, http } = await openWith(partsAfter(new Promise(() => {})))
    const reply = ask(http, '/api/file', { headers: ALL })
    await expect.poll(() => clock.pending()).toBeGreaterThan(0)
    await clock.advance(9_500)
    expect(codeOf(await reply)).toEqual([503, 'database_unavailable'])
  })

  test('has no deadline once its first part was sent', async () => {
    const rest = deferred<string>()
    const { clock, http } = await openWith(
      (async function* () {
        yield 'first,'
        yield await rest.promise
      })(),
    )
    const response = await fetch(`${http.url}/api/file`, { headers: { 'user-agent': 'test (loopback)', ...ALL } })
    await clock.advance(20_000)
    rest.resolve('last')
    expect([response.status, await response.text()]).toEqual([200, 'first,last'])
  })
})

describe('while the database is away', () => {
  test('an answer is a 503 with a pause, whose cause is in the log only', async () => {
    const failures: object[] = []
    const http = await open({ onFailure: (failure) => void failures.push(failure) })
    const reply = await ask(http, '/api/broken', { headers: ALL })
    expect([...codeOf(reply), reply.headers['retry-after']]).toEqual([503, 'database_unavailable', '5'])
    expect(JSON.stringify(reply)).not.toContain('secret.example')
    expect(http.log).toContainEqual(
      expect.objectContaining({ level: 40, code: 'database_unavailable', problem: 'unreachable', status: 503 }),
    )
    expect(failures).toEqual([expect.objectContaining({ level: 'warn', code: 'database_unavailable' })])
  })

  test('an answer that does not come in time names the database, not Steam', async () => {
    const clock = createFakeClock()
    const http = await open({ clock })
    const reply = ask(http, '/api/slow', { headers: ALL })
    await expect.poll(() => clock.pending()).toBeGreaterThan(0)
    await clock.advance(10_000)
    expect(codeOf(await reply)).toEqual([503, 'database_unavailable'])
  })
})

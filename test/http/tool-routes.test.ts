import { expect, test } from 'vitest'
import { createRateLimit, LIMITED } from '../../src/http/rate-limit.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import { createVerdictRoutes } from '../../src/policy/http/verdict-routes.ts'
import { ask } from '../support/ask.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakePolicies, TOKEN } from '../support/fake-policies.ts'
import { fakeTools, GUILD, toolBearer, toolGrant, toolToken } from '../support/fake-tools.ts'
import { httpForTest, limitsOf } from '../support/http.ts'
import { openSocket, request } from '../support/raw.ts'
import { codeOf, toolHttpForTest } from '../support/tool-http.ts'
import { ALICE } from '../support/watch-tests.ts'

const BAN = `/api/bans/${ALICE}`
const GRANTS = {
  all: toolGrant(),
  reader: toolGrant({ name: 'reader', tokenId: 2, scopes: ['bans:read'] }),
  none: toolGrant({ name: 'none', tokenId: 3, scopes: [] }),
  expired: toolGrant({ name: 'expired', tokenId: 4, expiresAt: 1_700_000_000 }),
  other: toolGrant({ guildId: '500000000000000002', tokenId: 5 }),
}

const open = (options: Parameters<typeof httpForTest>[0] = {}) => toolHttpForTest({}, GRANTS, options)
const messageOf = ({ body }: { body: unknown }) => (body as { error: string }).error

test('a path with a parameter is logged by its template, which the error about another method names', async () => {
  const tool = await open()
  await tool.send('PUT', BAN, { body: { reason: 'x' } })
  await tool.send('DELETE', BAN)
  expect(tool.http.log.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['PUT', '/api/bans/{steamId}', 201],
    ['DELETE', '/api/bans/{steamId}', 204],
  ])
  expect(JSON.stringify(tool.http.log)).not.toContain(ALICE)
  const other = await tool.send('PATCH', BAN)
  expect([...codeOf(other), other.headers['allow']]).toEqual([405, 'method_not_allowed', 'GET, HEAD, PUT, DELETE'])
  expect(messageOf(other)).toContain('/api/bans/{steamId}')
})

test('the parameters of a request with a body are checked, and so are the type and the coding of the body', async () => {
  const tool = await open()
  const send = (query: string, headers: Record<string, string> = {}) =>
    tool.send('POST', `/api/bans/import${query}`, { body: ALICE, headers })
  expect((await send('?dryRun=true', { 'content-type': 'text/csv; charset=utf-8' })).status).toBe(200)
  expect(codeOf(await send('?dryRun=yes'))).toEqual([400, 'invalid_parameter'])
  expect(codeOf(await send('?dryRun=true&dryRun=true'))).toEqual([400, 'repeated_parameter'])
  expect(codeOf(await send('', { 'content-encoding': 'gzip' }))).toEqual([400, 'not_json'])
  const image = await send('', { 'content-type': 'image/png' })
  expect([...codeOf(image), messageOf(image)]).toEqual([
    400,
    'not_json',
    'Content-Type must be text/plain or text/csv or application/json; this request has image/png.',
  ])
})

test('a body has the time of its route', async () => {
  const clock = createFakeClock()
  const { http } = await open({ clock })
  /** Sends the headers of a request and a part of its body; the answer comes later. */
  const begin = (method: string, target: string, type: string) => {
    const socket = openSocket(http.port)
    const state = { answer: '' }
    socket.on('data', (data) => (state.answer += data.toString()))
    const headers = { ...toolBearer('all'), 'content-type': type, 'content-length': '9' }
    socket.write(`${request(method, target, headers)}{`)
    return state
  }
  const ofEntry = begin('PUT', BAN, 'application/json')
  const ofImport = begin('POST', '/api/bans/import', 'text/plain')
  await expect.poll(() => clock.pending()).toBeGreaterThanOrEqual(4)
  await clock.advance(6_999)
  expect(ofEntry.answer).toBe('')
  await clock.advance(1)
  await expect.poll(() => ofEntry.answer).toContain('408')
  await clock.advance(19_999)
  expect(ofImport.answer).toBe('')
  await clock.advance(1)
  await expect.poll(() => ofImport.answer).toMatch(/^HTTP\/1.1 408 .*The body did not arrive in time/s)
})

test('a request without a valid token is told what is wrong with it, and the token is not repeated', async () => {
  const { http } = await open({ apiTokens: new Map([['0'.repeat(64), 'API_TOKENS 1']]), policies: fakePolicies() })
  const token = toolToken('all')
  const [noBearer, wrong] = [
    'The Authorization header is not the word Bearer and a token',
    'The token is wrong or was revoked',
  ]
  const sentences: [headers: Record<string, string>, problem: string, challenge: string][] = [
    [{}, 'The request has no token', 'Bearer'],
    [{ authorization: token }, noBearer, 'Bearer'],
    [{ authorization: `Token ${token}` }, noBearer, 'Bearer'],
    [{ authorization: 'Bearer' }, noBearer, 'Bearer'],
    [toolBearer('wrong'), wrong, 'Bearer error="invalid_token"'],
    [{ authorization: `Bearer ${TOKEN}` }, wrong, 'Bearer error="invalid_token"'],
  ]
  for (const [headers, problem, challenge] of sentences)
    for (const [path, owner] of [
      ['/api/bans', 'a tool'],
      ['/api/lookup', 'API_TOKENS'],
    ] as const) {
      const reply = await ask(http, path, { headers })
      expect([...codeOf(reply), messageOf(reply), reply.headers['www-authenticate']]).toEqual([
        401,
        'unauthorized',
        `${problem}; send a valid token of ${owner} as "Authorization: Bearer <token>".`,
        challenge,
      ])
      expect(JSON.stringify([reply, http.log])).not.toContain(token)
    }
  const expired = await ask(http, '/api/bans', { headers: toolBearer('expired') })
  expect([messageOf(expired), expired.headers['www-authenticate']]).toEqual([
    'The token expired on 2023-11-14 (UTC); create a new one in Discord with /token create.',
    'Bearer error="invalid_token"',
  ])
  // A valid token of a tool is none of API_TOKENS.
  expect(codeOf(await ask(http, '/api/lookup', { headers: toolBearer('all') }))).toEqual([401, 'unauthorized'])
})

test('the log names a known token with its Discord server, and the use of a token that has not expired is noted', async () => {
  const { http, tools, send } = await open()
  for (const token of ['all', 'none', 'expired', 'wrong']) await send('GET', '/api/bans', { token })
  expect(http.log.map(({ guildId, token, code }) => ({ guildId, token, code }))).toEqual([
    { guildId: GUILD, token: 'my panel', code: undefined },
    { guildId: GUILD, token: 'none', code: 'scope_missing' },
    { guildId: GUILD, token: 'expired', code: 'unauthorized' },
    { guildId: undefined, token: undefined, code: 'unauthorized' },
  ])
  expect(tools.used.map(({ tokenId }) => tokenId)).toEqual([1, 3])
})

test('tokens share the quota of their Discord server; wrong and expired ones are counted by address', async () => {
  const { send } = await open({ limits: { ...limitsOf(2), tool: createRateLimit(3, LIMITED.tool) } })
  const statuses = async (...tokens: string[]) => {
    const all: number[] = []
    for (const token of tokens) all.push((await send('GET', '/api/bans', { token })).status)
    return all
  }
  expect(await statuses('reader', 'reader', 'none', 'all')).toEqual([200, 200, 403, 429])
  expect(await statuses('other', 'other', 'other')).toEqual([200, 200, 200])
  expect(await statuses('wrong', 'expired', 'expired')).toEqual([401, 401, 429])
  // The quota of the address does not concern valid tokens.
  const limited = await send('GET', '/api/bans', { token: 'other' })
  expect(limited).toMatchObject({
    status: 429,
    headers: { ratelimit: expect.stringMatching(/^"requests";r=0;t=\d+$/) },
  })
  expect(messageOf(limited)).toContain('Too many requests of the tools of your Discord server')
})

test('verdicts are told to tools with the scope, whose calls count for their Discord server', async () => {
  const policies = fakePolicies()
  const noted: [string, number][] = []
  policies.noteToolCalls = (guildId, calls) => void noted.push([guildId, calls])
  const http = await httpForTest({ policies, tools: fakeTools(GRANTS), routes: createVerdictRoutes(policies) })
  const verdictFor = async (token: string) =>
    codeOf(await ask(http, `/api/verdict?steamId=${ALICE}`, { headers: { authorization: `Bearer ${token}` } }))
  expect([await verdictFor(toolToken('all')), await verdictFor(TOKEN)]).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  await expect.poll(() => noted).toEqual([[GUILD, 0]])
  expect(await verdictFor(toolToken('reader'))).toEqual([403, 'scope_missing'])
  expect(await verdictFor(toolToken('expired'))).toEqual([401, 'unauthorized'])
  expect(await verdictFor(toolToken('other'))).toEqual([409, 'no_policy'])
})

test('the size of a page is a whole number within its bounds', async () => {
  const { send } = await open()
  for (const limit of ['0', '201', '-1', '1.5', '', '1e2', ' 1', 'all'])
    expect([limit, ...codeOf(await send('GET', `/api/bans?limit=${encodeURIComponent(limit)}`))]).toEqual([
      limit,
      400,
      'invalid_parameter',
    ])
  for (const limit of [1, 200]) expect((await send('GET', `/api/bans?limit=${limit}`)).status).toBe(200)
})

test('while the database is away an answer is a 503 with a pause, whose cause is in the log only', async () => {
  const failures: object[] = []
  const { http, database, send } = await open({ onFailure: (failure) => void failures.push(failure) })
  database.read = () =>
    Promise.reject(new DatabaseError('unreachable', 'The database at secret.example does not answer.'))
  const reply = await send('GET', '/api/bans')
  expect([...codeOf(reply), reply.headers['retry-after']]).toEqual([503, 'database_unavailable', '5'])
  expect(JSON.stringify(reply)).not.toContain('secret.example')
  expect(http.log).toContainEqual(
    expect.objectContaining({ level: 40, code: 'database_unavailable', problem: 'unreachable', status: 503 }),
  )
  expect(failures).toEqual([expect.objectContaining({ level: 'warn', code: 'database_unavailable' })])
})

import { expect, test } from 'vitest'
import { ApiError, createClient, type Ban, type Client } from '../src/index.ts'
import { failedAnswer, jsonAnswer, noAnswer, scriptedServerForTest, type ScriptedAnswer } from './support.ts'
import { collect, createTestClock, rejectionOf } from './waiting.ts'

const ID = '76561197960287930'

const banOf = (steamId: string, parts: Partial<Ban> = {}): Ban => ({
  steamId,
  name: '',
  reason: 'aimbot',
  note: '',
  until: null,
  addedBy: 'token:panel',
  addedAt: 1_764_201_600,
  importNumber: null,
  ...parts,
})

/** A client with the token of a tool, of a server that gives these answers; its pauses take no time. */
async function clientOf(...answers: ScriptedAnswer[]) {
  const { url, received } = await scriptedServerForTest(answers)
  const clock = createTestClock()
  const skipping = {
    now: clock.now,
    setTimer: (ms: number, callback: () => void) => {
      // Time limits stay; pauses, all of which are shorter, end at once.
      if (ms >= 60_000) return clock.setTimer(ms, callback)
      setImmediate(callback)
      return () => {}
    },
  }
  const client = createClient({ baseUrl: url, apiToken: 'of-the-api', toolToken: 'of-a-tool', clock: skipping })
  const asked = () => received.map(({ method, url: target }) => `${method} ${target}`)
  return { client, received, asked }
}
const codeOf = async (work: Promise<unknown>) => (await rejectionOf(ApiError, work)).code

const pages = [
  jsonAnswer({ bans: [banOf('3'), banOf('2')], next: 'p+2', eventsCursor: 'c1' }),
  jsonAnswer({ bans: [banOf('1')], next: null }),
]

test('a list is read page by page, by `next`', async () => {
  const { client, asked, received } = await clientOf(...pages)
  const bans = await collect(client.bans.list({ limit: 2 }))
  expect(bans.map(({ steamId }) => steamId)).toEqual(['3', '2', '1'])
  expect(asked()).toEqual(['GET /api/bans?limit=2', 'GET /api/bans?limit=2&after=p%2B2'])
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer of-a-tool', 'Bearer of-a-tool'])
})

test('further pages are only read when they are needed', async () => {
  const { client, asked } = await clientOf(...pages)
  for await (const ban of client.bans.list()) if (ban.steamId === '2') break
  expect(asked()).toEqual(['GET /api/bans'])
})

test('the whole list comes with the cursor of its events, that of the first page', async () => {
  const { client } = await clientOf(...pages)
  expect(await client.bans.readAll()).toMatchObject({ entries: [{ steamId: '3' }, {}, {}], eventsCursor: 'c1' })
})

test('an entry comes with its tag, which guards a change', async () => {
  const { client, received, asked } = await clientOf(
    jsonAnswer(banOf(ID), { etag: '"a"' }),
    jsonAnswer(banOf(ID, { reason: 'esp' }), { etag: '"b"' }, 201),
    (response) => void response.writeHead(204).end(),
  )
  expect(await client.bans.get(ID)).toEqual({ entry: banOf(ID), etag: '"a"' })
  const changed = await client.bans.put(ID, { reason: 'esp' }, { ifMatch: '"a"' })
  expect(changed).toEqual({ entry: banOf(ID, { reason: 'esp' }), etag: '"b"' })
  await client.bans.delete(ID, { ifMatch: '"b"' })
  expect(asked()).toEqual([`GET /api/bans/${ID}`, `PUT /api/bans/${ID}`, `DELETE /api/bans/${ID}`])
  expect(received.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"a"', '"b"'])
  expect(received[1]).toMatchObject({ body: '{"reason":"esp"}', headers: { 'content-type': 'application/json' } })
  expect(received[2]).toMatchObject({ body: '' })
})

test('an account that is no id stays in its segment of the path', async () => {
  const { client, asked } = await clientOf(failedAnswer(400, 'invalid_parameter'))
  expect(await codeOf(client.watches.get('../bans?x'))).toBe('invalid_parameter')
  expect(asked()).toEqual(['GET /api/watches/..%2Fbans%3Fx'])
})

type Change = (client: Client) => Promise<unknown>
const put: Change = ({ bans }) => bans.put(ID, { reason: 'esp' })
const guardedPut: Change = ({ bans }) => bans.put(ID, { reason: 'esp' }, { ifNoneMatch: '*' })
const remove: Change = ({ bans }) => bans.delete(ID)
const importing: Change = ({ bans }) => bans.import('banid 1')
const withoutDatabase = failedAnswer(503, 'database_unavailable', { 'retry-after': '5' })

test.each([
  ['a plain put after a lost answer', put, noAnswer, 2],
  ['a guarded put after a lost answer', guardedPut, noAnswer, 1],
  ['a removal after a lost answer', remove, noAnswer, 1],
  ['an import after a lost answer', importing, noAnswer, 1],
  ['an import after a page of a proxy', importing, (response) => void response.writeHead(503).end('<h1>'), 1],
  ['an import that was refused for now', importing, failedAnswer(429, 'rate_limited', { 'retry-after': '1' }), 2],
  ['an import at a service that is overloaded', importing, failedAnswer(503, 'overloaded', { 'retry-after': '1' }), 2],
  ['a guarded put that may be committed', guardedPut, withoutDatabase, 1],
  ['a removal that may be committed', remove, withoutDatabase, 1],
  ['an import that may be committed', importing, withoutDatabase, 1],
  ['a plain put that may be committed', put, withoutDatabase, 2],
  ['a guarded put that came too late', guardedPut, failedAnswer(412, 'precondition_failed'), 1],
] satisfies [string, Change, ScriptedAnswer, number][])(
  'a change is only repeated where it cannot happen twice: %s',
  async (_, change, answer, requests) => {
    const { client, received } = await clientOf(answer, failedAnswer(404, 'not_banned'))
    await rejectionOf(ApiError, change(client))
    expect(received).toHaveLength(requests)
  },
)

test('an import sends the list as it is', async () => {
  const result = { dryRun: true, fresh: 2, present: 0 }
  const { client, received, asked } = await clientOf(jsonAnswer(result), jsonAnswer(result))
  expect(await client.bans.import('banid 1 "a"\n', { dryRun: true })).toEqual(result)
  await client.bans.import('[]', { type: 'application/json', unreadEnds: 'permanent' })
  expect(asked()).toEqual(['POST /api/bans/import?dryRun=true', 'POST /api/bans/import?unreadEnds=permanent'])
  expect(received).toMatchObject([
    { body: 'banid 1 "a"\n', headers: { 'content-type': 'text/plain' } },
    { body: '[]', headers: { 'content-type': 'application/json' } },
  ])
})

test('an export is the file as text', async () => {
  const { client, asked } = await clientOf((response) => void response.end('banid 1 "a"\n'))
  expect(await client.bans.export('cfg')).toBe('banid 1 "a"\n')
  expect(asked()).toEqual(['GET /api/bans/export?format=cfg'])
})

test('history, token and events are asked for with the token of the tool', async () => {
  const { client, received, asked } = await clientOf(
    jsonAnswer({ steamId: ID }),
    jsonAnswer({ scopes: [] }),
    jsonAnswer({ events: [], cursor: 'd', hasMore: false }),
    jsonAnswer({ joins: [] }),
    jsonAnswer({ refusals: [] }),
  )
  await client.getHistory(ID)
  await client.getToken()
  expect(await client.events.read({ after: 'c', types: ['ban.added'], limit: 5 })).toMatchObject({ cursor: 'd' })
  await collect(client.joins.list())
  await collect(client.refusals.list())
  expect(asked()).toEqual([
    `GET /api/history/${ID}`,
    'GET /api/token',
    'GET /api/events?after=c&types=ban.added&limit=5',
    'GET /api/joins',
    'GET /api/refusals',
  ])
  expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer of-a-tool']))
})

test('verdicts use the token of a tool where there is none of a policy', async () => {
  const { client, received } = await clientOf(jsonAnswer({ verdict: 'allow' }))
  await client.getVerdict(ID)
  expect(received[0]?.headers.authorization).toBe('Bearer of-a-tool')
})

test('a page of something else is no empty list', async () => {
  const { client } = await clientOf(jsonAnswer({}), (response) => void response.end('<h1>Hello</h1>'))
  expect(await codeOf(collect(client.bans.list()))).toBe('unreadable_answer')
  expect(await codeOf(client.bans.readAll())).toBe('unreadable_answer')
})

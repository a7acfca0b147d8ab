import { expect, test } from 'vitest'
import { ApiError, createClient, type Client } from '../../packages/client/src/index.ts'
import {
  failedAnswer,
  jsonAnswer,
  noAnswer,
  scriptedServerForTest,
  type ScriptedAnswer,
} from '../support/scripted-server.ts'
import { collect } from '../support/collect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { rejectionOf } from '../support/rejection-of.ts'

const ID = '76561197960287930'

/** A client with the token of a tool, of a server that gives these answers; its pauses take no time. */
async function clientOf(...answers: ScriptedAnswer[]) {
  const { url, received } = await scriptedServerForTest(answers)
  const clock = createFakeClock()
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

test('further pages are only read when they are needed', async () => {
  const { client, asked } = await clientOf(jsonAnswer({ bans: [{ steamId: '3' }, { steamId: '2' }], next: 'p+2' }))
  for await (const ban of client.bans.list({ limit: 2 })) if (ban.steamId === '2') break
  expect(asked()).toEqual(['GET /api/bans?limit=2'])
})

test('options are sent as parameters and headers, with the token of the tool', async () => {
  const { client, received, asked } = await clientOf(
    jsonAnswer({ fresh: 0 }),
    jsonAnswer({ events: [], cursor: 'd', hasMore: false }),
    (response) => void response.writeHead(204).end(),
  )
  await client.bans.import('[]', { type: 'application/json', dryRun: true, unreadEnds: 'permanent' })
  await client.events.read({ after: 'c', types: ['ban.added'], limit: 5 })
  await client.bans.delete(ID, { ifMatch: '"b"' })
  expect(asked()).toEqual([
    'POST /api/bans/import?dryRun=true&unreadEnds=permanent',
    'GET /api/events?after=c&types=ban.added&limit=5',
    `DELETE /api/bans/${ID}`,
  ])
  expect(received).toMatchObject([
    { body: '[]', headers: { 'content-type': 'application/json', authorization: 'Bearer of-a-tool' } },
    { headers: { authorization: 'Bearer of-a-tool' } },
    { body: '', headers: { 'if-match': '"b"' } },
  ])
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

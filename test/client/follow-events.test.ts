import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ApiError, createClient, CursorExpiredError } from '../../packages/client/src/index.ts'
import type { FollowOptions } from '../../packages/client/src/follow-events.ts'
import { failedAnswer, noAnswer, scriptedServerForTest, type ScriptedAnswer } from '../support/scripted-server.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { rejectionOf } from '../support/rejection-of.ts'
import { until } from '../support/until.ts'

const eventOf = (id: string) => `id: ${id}\ndata: ${JSON.stringify({ id, type: 'ban.added', object: {} })}\n\n`
const open = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
/** Sends these parts of a stream and ends it. */
const ending =
  (...parts: string[]): ScriptedAnswer =>
  (response) =>
    void open(response).end(parts.join(''))
/** Sends these parts of a stream and leaves it open. */
const lasting =
  (...parts: string[]): ScriptedAnswer =>
  (response) =>
    void open(response).write([':\n\n', ...parts].join(''))
/** Sends these parts of a stream and cuts the connection. */
const breaking =
  (...parts: string[]): ScriptedAnswer =>
  (response) => {
    open(response).write(parts.join(''), () => response.destroy())
  }
/** A client of a server that gives these answers, and a loop that follows its events. */
async function following(answers: ScriptedAnswer[], options: FollowOptions = {}) {
  const { url, received, closed } = await scriptedServerForTest(answers)
  const clock = createFakeClock()
  const client = createClient({
    baseUrl: url,
    toolToken: 'a-token',
    clock,
    random: () => 1,
  })
  const ids: string[] = []
  const cursors: string[] = []
  const delays: number[] = []
  const controller = new AbortController()
  const events = client.events.follow({
    signal: controller.signal,
    onCursor: (cursor) => cursors.push(cursor),
    onFailure: (_, delay) => delays.push(delay),
    ...options,
  })
  const loop = async () => {
    for await (const { id } of events) ids.push(id)
  }
  const ended = loop()
  ended.catch(() => {})
  /** Waits until the client pauses after this many failures, and lets the pause pass. */
  const pass = async (failures: number) => {
    await until(() => delays.length === failures && clock.pending() === 1)
    await clock.advance(delays.at(-1) ?? 0)
  }
  const cursorsAsked = () => received.map(({ url: target }) => new URLSearchParams(target.split('?')[1]).get('after'))
  return { client, clock, controller, received, closed, ids, cursors, delays, ended, pass, cursorsAsked }
}

test('events come in their order, with the token in a header', async () => {
  const { ids, cursors, received } = await following([lasting(eventOf('a'), eventOf('b'))], {
    after: 'start',
    types: ['ban.added', 'ban.removed'],
  })
  await until(() => cursors.length === 2)
  expect([ids, cursors]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(received[0]?.url).toBe('/api/events?after=start&types=ban.added%2Cban.removed')
  expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer a-token', accept: 'text/event-stream' })
})

test('a stream that ends or breaks is opened again after the last event: none is missing, none comes twice', async () => {
  const follower = await following([
    ending(eventOf('a'), eventOf('b')),
    breaking(eventOf('c'), 'id: d\nda'),
    noAnswer,
    lasting(eventOf('d'), eventOf('e')),
  ])
  for (const failures of [1, 2, 3]) await follower.pass(failures)
  await until(() => follower.ids.length === 5)
  expect(follower.ids).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(follower.cursorsAsked()).toEqual([null, 'b', 'c', 'c'])
  // The pause begins anew once something has arrived.
  expect(follower.delays).toEqual([500, 500, 1_000])
})

test('a lone id is a newer cursor', async () => {
  const follower = await following([ending(eventOf('a'), 'id: z\n\n'), lasting()])
  await follower.pass(1)
  await until(() => follower.received.length === 2)
  expect([follower.ids, follower.cursors, follower.cursorsAsked()]).toEqual([['a'], ['a', 'z'], [null, 'z']])
})

test('the end of catching up is told, after its cursor and the events before it, and is no event itself', async () => {
  const order: string[] = []
  const follower = await following([lasting(eventOf('a'), 'event: current\nid: z\ndata: {}\n\n', eventOf('b'))], {
    onCursor: (cursor) => order.push(cursor),
    onCurrent: () => order.push('current'),
  })
  await until(() => follower.ids.length === 2 && order.length === 4)
  expect([follower.ids, order]).toEqual([
    ['a', 'b'],
    ['a', 'z', 'current', 'b'],
  ])
})

test('the pauses double up to half a minute', async () => {
  const { delays, pass } = await following(Array.from({ length: 9 }, () => noAnswer))
  for (let failures = 1; failures <= 8; failures++) await pass(failures)
  expect(delays.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test.each([
  ['too many streams', failedAnswer(429, 'too_many_streams', { 'retry-after': '30' }), 30_500],
  ['a database that is away', failedAnswer(503, 'database_unavailable', { 'retry-after': '5' }), 5_500],
  ['an error of the service', failedAnswer(500, 'internal'), 500],
  ['a page of a proxy', (response: ServerResponse) => void response.writeHead(502).end('<h1>Bad gateway</h1>'), 500],
  [
    'a sentence of the service that stops',
    ending('event: end\ndata: {"error":"Stopping.","code":"stopping"}\n\n'),
    500,
  ],
])('%s is waited for', async (_, answer, delay) => {
  const follower = await following([answer, lasting(eventOf('a'))])
  await follower.pass(1)
  await until(() => follower.ids.length === 1)
  expect(follower.delays).toEqual([delay])
})

test('a stream that only ever ends is opened at longer and longer intervals', async () => {
  const end = ending('event: end\ndata: {"error":"Stopping.","code":"stopping"}\n\n')
  const { delays, pass } = await following([end, end, end, end])
  for (const failures of [1, 2, 3]) await pass(failures)
  expect(delays.slice(0, 3)).toEqual([500, 1_000, 2_000])
})

describe('it ends with', () => {
  test('an error of its own when the cursor has expired, which tells to read the list again', async () => {
    const { ended, received } = await following([failedAnswer(410, 'cursor_expired')], { after: 'old' })
    const failure = await rejectionOf(CursorExpiredError, ended)
    expect(failure).toMatchObject({ code: 'cursor_expired', status: 410, message: 'A sentence.' })
    expect(failure).toBeInstanceOf(ApiError)
    expect(received).toHaveLength(1)
  })

  test('that error also when the cursor expires within a stream', async () => {
    const expired = 'event: end\ndata: {"error":"A sentence.","code":"cursor_expired"}\n\n'
    const { ended, pass, ids } = await following([ending(eventOf('a'), expired), failedAnswer(410, 'cursor_expired')])
    await pass(1)
    await rejectionOf(CursorExpiredError, ended)
    expect(ids).toEqual(['a'])
  })

  test.each([
    [400, 'invalid_cursor'],
    [401, 'unauthorized'],
    [403, 'scope_missing'],
    [404, 'not_found'],
  ])('the error of a %i, %s', async (status, code) => {
    const { ended, received, clock } = await following([failedAnswer(status, code)])
    const failure = await rejectionOf(ApiError, ended)
    expect(failure).toMatchObject({ code, status })
    expect(failure).not.toBeInstanceOf(CursorExpiredError)
    expect([received.length, clock.pending()]).toEqual([1, 0])
  })

  test('the reason of the signal, and closes the connection', async () => {
    const { ended, controller, ids, closed, clock } = await following([lasting(eventOf('a'))])
    await until(() => ids.length === 1)
    controller.abort(new Error('enough'))
    await expect(ended).rejects.toThrow('enough')
    await until(() => closed.length === 1)
    expect(clock.pending()).toBe(0)
  })

  test('the reason of the signal during a pause', async () => {
    const { ended, controller, delays, clock } = await following([noAnswer])
    await until(() => delays.length === 1)
    controller.abort(new Error('enough'))
    await expect(ended).rejects.toThrow('enough')
    expect(clock.pending()).toBe(0)
  })
})

test('leaving the loop closes the connection', async () => {
  const { client, closed, received } = await following([lasting(eventOf('a')), lasting(eventOf('b'))])
  await until(() => received.length === 1)
  for await (const { id } of client.events.follow()) {
    expect(id).toBe('b')
    break
  }
  await until(() => closed.includes(1))
})

test('a stream without a byte for 45 s is given up, whatever came before; comments keep it', async () => {
  let stream: ServerResponse | undefined
  const follower = await following([
    (response) => void (stream = open(response)).write(eventOf('a')),
    lasting(eventOf('b')),
  ])
  await until(() => follower.ids.length === 1 && follower.clock.pending() === 1)
  await follower.clock.advance(44_999)
  stream?.write(': still here\n\n')
  await until(() => follower.clock.untilNext() === 45_000)
  await follower.clock.advance(44_999)
  expect(follower.received).toHaveLength(1)
  await follower.clock.advance(1)
  await follower.pass(1)
  await until(() => follower.ids.length === 2)
  expect(follower.cursorsAsked()).toEqual([null, 'a'])
})

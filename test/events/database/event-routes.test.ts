import { expect, onTestFinished, test } from 'vitest'
import { serverIsStopping } from '../../../src/model/error.ts'
import { writePosition } from '../../../src/events/read-events.ts'
import { EVENT_TYPES, type EventType } from '../../../src/model/event.ts'
import type { ToolScope } from '../../../src/model/tool-token.ts'
import { ALICE, BOB, CAROL, watch } from '../../support/community.ts'
import { toolBearer, toolGrant } from '../../support/fake-tools.ts'
import { NOW } from '../../support/fake-context.ts'
import type { Reply } from '../../support/ask.ts'
import { nextPage } from '../../support/next-page.ts'
import { codeOf, type ToolHttp, toolHttpForTest } from '../../support/tool-http.ts'
import { MODERATOR } from '../../support/watch-tests.ts'

const { guildId } = MODERATOR

interface EventPage {
  events: { id: string; type: string; object: { steamId: string } }[]
  next: string | null
  cursor: string
  hasMore: boolean
}

const put = (tool: ToolHttp, steamId: string, body: object = { reason: 'aimbot' }, token = 'all') =>
  tool.send('PUT', `/api/bans/${steamId}`, { body, token })

const page = async (tool: ToolHttp, query = '', token = 'all') =>
  (await tool.send('GET', `/api/events${query}`, { token })).body as EventPage

/** The tokens of one server with these scopes, by their scopes. */
const withScopes = (...scopes: ToolScope[]) =>
  Object.fromEntries(scopes.map((scope, index) => [scope, toolGrant({ guildId, tokenId: index + 9, scopes: [scope] })]))

/** Opens the stream; `blocks` has what was received, each a list of lines. */
async function openStream(tool: ToolHttp, query = '', headers: Record<string, string> = {}, token = 'all') {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(`${tool.http.url}/api/events${query}`, {
    headers: { accept: 'text/event-stream', 'user-agent': 'test (loopback)', ...toolBearer(token), ...headers },
    signal: controller.signal,
  })
  const blocks: string[][] = []
  const state = { isOver: false }
  const read = async () => {
    let rest = ''
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      blocks.push(...parts.map((part) => part.split('\n')))
    }
    state.isOver = true
  }
  void read().catch(() => {})
  const data = () =>
    blocks.flatMap((lines) => lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)))
  return {
    response,
    blocks,
    state,
    /** The accounts of the events. */
    steamIds: () =>
      data().flatMap((text) => (JSON.parse(text) as { object?: { steamId: string } }).object?.steamId ?? []),
    end: () => blocks.find(([first]) => first === 'event: end')?.[1],
    lastId: () =>
      blocks
        .flat()
        .findLast((line) => line.startsWith('id: '))
        ?.slice(4),
    close: () => controller.abort(),
  }
}

test('events whose time is over are not told, whatever the cursor says, also while they are still stored', async () => {
  const tool = await toolHttpForTest()
  const DAY = 86_400
  const about = (type: EventType, steamId: string, days: number) =>
    ({ guildId, at: NOW - days * DAY, type, steamId, author: null, object: { steamId } }) as const
  await tool.database.transaction(({ events }) =>
    events.add([
      about('ban.added', ALICE, 31),
      about('ban.added', BOB, 29),
      about('account.joined', ALICE, 3),
      about('player.refused', ALICE, 8),
      about('player.refused', CAROL, 6),
    ]),
  )
  const epoch = await tool.database.read(({ meta }) => meta.epoch())
  const madeUp = writePosition(guildId, epoch, { id: 0, at: NOW })
  const told = [
    ['ban.added', BOB],
    ['player.refused', CAROL],
  ]
  expect((await page(tool, `?after=${madeUp}`)).events.map(({ type, object }) => [type, object.steamId])).toEqual(told)
  const stream = await openStream(tool, '', { 'last-event-id': madeUp })
  await expect.poll(stream.steamIds).toEqual([BOB, CAROL])
})

test('from the cursor of the first page of a list, the events tell all changes since', async () => {
  const tool = await toolHttpForTest()
  await put(tool, ALICE)
  const list = await tool.send('GET', '/api/bans')
  const { eventsCursor } = list.body as { eventsCursor: string }
  await put(tool, BOB)
  await put(tool, ALICE, { reason: 'evasion' })
  await tool.send('DELETE', `/api/bans/${BOB}`)
  const { events, hasMore, cursor } = await page(tool, `?after=${eventsCursor}`)
  expect(events.map(({ type, object }) => [type, object.steamId])).toEqual([
    ['ban.added', BOB],
    ['ban.changed', ALICE],
    ['ban.removed', BOB],
  ])
  expect(events[1]).toMatchObject({ by: 'token:my panel', object: { reason: 'evasion', addedBy: 'token:my panel' } })
  expect((await tool.send('GET', `/api/bans/${ALICE}`)).body).toEqual(events[1]?.object)
  expect(hasMore).toBe(false)
  expect(await page(tool, `?after=${cursor}`)).toMatchObject({ events: [], hasMore: false })
})

test('pages of events lead to each other as those of lists do, with the types that were asked for', async () => {
  const tool = await toolHttpForTest()
  for (const steamId of [ALICE, BOB, CAROL]) await put(tool, steamId)
  await tool.send('DELETE', `/api/bans/${BOB}`)
  const seen: unknown[] = []
  let target: string | undefined = '/api/events?limit=2&types=ban.added'
  while (target !== undefined) {
    const reply: Reply = await tool.send('GET', target)
    const { events, next, cursor, hasMore } = reply.body as EventPage
    seen.push(events.map(({ type, object }) => [type, object.steamId]))
    expect([hasMore, next]).toEqual([next !== null, hasMore ? cursor : null])
    target = nextPage(reply)
  }
  expect(seen).toEqual([
    [
      ['ban.added', ALICE],
      ['ban.added', BOB],
    ],
    [['ban.added', CAROL]],
  ])
})

test('a tool gets the types of events that its scopes read, and may ask for some of these only', async () => {
  const tool = await toolHttpForTest(
    {},
    { ...withScopes('bans:read', 'joins', 'bans:write'), all: toolGrant({ guildId }) },
  )
  await put(tool, ALICE)
  await tool.database.transaction((repositories) =>
    watch(repositories, guildId, [BOB], { reason: 'alt', addedAt: NOW }),
  )
  const typesOf = async (token: string, query = '') => (await page(tool, query, token)).events.map(({ type }) => type)
  expect(await typesOf('all')).toEqual(['ban.added', 'watch.added'])
  expect(await typesOf('all', '?types=watch.added,watch.removed')).toEqual(['watch.added'])
  // As clients send an array that know nothing of commas.
  expect(await typesOf('all', '?types=watch.added&types=ban.added')).toEqual(['ban.added', 'watch.added'])
  expect(await typesOf('bans:read')).toEqual(['ban.added'])
  expect(await typesOf('joins')).toEqual([])
  const refused = await tool.send('GET', '/api/events', { token: 'bans:write' })
  expect(codeOf(refused)).toEqual([403, 'scope_missing'])
  const asked = await tool.send('GET', '/api/events?types=ban.added,watch.added', { token: 'bans:read' })
  expect([codeOf(asked), JSON.stringify(asked.body)]).toEqual([
    [403, 'scope_missing'],
    expect.stringContaining('watches:read'),
  ])
  for (const unknown of ['ban.burnt', '', ' watch.added'])
    expect((await tool.send('GET', `/api/events?types=ban.added,${unknown}`)).body).toMatchObject({
      code: 'invalid_parameter',
      error: `types[1]: "${unknown}" is not a type of events; send some of ${EVENT_TYPES.join(',')}.`,
    })
})

test('cursors of nonsense, of another list and of another server are refused, and those of a later time have expired', async () => {
  const tool = await toolHttpForTest()
  await put(tool, ALICE)
  await put(tool, BOB)
  const { cursor } = await page(tool)
  const { next: bans } = (await tool.send('GET', '/api/bans?limit=1')).body as { next: string }
  const none = 'This is not a cursor; send one exactly as it was received, or none.'
  const refused: [path: string, token: string, message: string][] = [
    ...['x', '', 'ZXZlbnRz', `${cursor}a`].map((after): [string, string, string] => [
      `/api/events?after=${after}`,
      'all',
      none,
    ]),
    [`/api/events?after=${bans}`, 'all', 'The cursor belongs to the list "bans", not to "events".'],
    [`/api/bans?after=${cursor}`, 'all', 'The cursor belongs to the list "events", not to "bans".'],
    [`/api/events?after=${cursor}`, 'other', 'The cursor belongs to another Discord server than the token.'],
    [`/api/events?after=${bans}`, 'other', 'The cursor belongs to another Discord server than the token.'],
  ]
  for (const [path, token, message] of refused) {
    const reply = await tool.send('GET', path, { token })
    expect([path, codeOf(reply), Object(reply.body).error]).toEqual([path, [400, 'invalid_cursor'], message])
  }
  // The clock was set back since.
  tool.time.now -= 2 * 86_400
  const expired = await tool.send('GET', `/api/events?after=${cursor}`)
  expect([codeOf(expired), JSON.stringify(expired.body)]).toEqual([
    [410, 'cursor_expired'],
    expect.stringContaining('Read the lists again'),
  ])
})

test('a stream goes on as events happen, and Last-Event-ID resumes it without a gap or a double', async () => {
  const tool = await toolHttpForTest()
  await put(tool, ALICE)
  const first = await openStream(tool)
  expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await expect.poll(first.steamIds).toEqual([ALICE])
  await expect.poll(() => first.blocks.length).toBe(3)
  // When to connect again, and that the stream has caught up, with a cursor that resumes it there.
  expect([first.blocks[0], first.blocks[2]]).toEqual([
    ['retry: 5000'],
    ['event: current', `id: ${first.lastId()}`, 'data: {}'],
  ])
  await put(tool, BOB)
  await put(tool, BOB, {}, 'other')
  await expect.poll(first.steamIds).toEqual([ALICE, BOB])
  const resumedAt = first.lastId() ?? ''
  first.close()
  await put(tool, CAROL)
  await tool.send('DELETE', `/api/bans/${ALICE}`)
  // The header is newer than the cursor in the URL, which an EventSource never changes.
  const second = await openStream(tool, `?after=${(await page(tool)).events[0]?.id}`, { 'last-event-id': resumedAt })
  await expect.poll(second.steamIds).toEqual([CAROL, ALICE])
  second.close()
  await expect.poll(() => tool.context.followers.count()).toBe(0)
})

test('a client gets a stream if it prefers one to JSON, and otherwise a page', async () => {
  const tool = await toolHttpForTest()
  const pages = [
    '*/*',
    'application/json',
    'application/json, text/event-stream;q=0.1',
    'text/event-stream;q=0.5, application/json',
    'text/event-stream;q=0',
    'application/json, text/event-stream',
  ]
  for (const accept of pages)
    expect([accept, (await tool.send('GET', '/api/events', { headers: { accept } })).body]).toEqual([
      accept,
      { events: [], next: null, cursor: expect.any(String), hasMore: false },
    ])
  for (const accept of [
    'Text/Event-Stream',
    'text/event-stream, */*',
    'application/json;q=0.2, text/event-stream; q=0.3',
  ]) {
    const { response, close } = await openStream(tool, '', { accept })
    expect([accept, response.headers.get('content-type')]).toEqual([accept, 'text/event-stream; charset=utf-8'])
    close()
  }
})

test('a stream with a wrong cursor is an error with a status, not a stream', async () => {
  const tool = await toolHttpForTest()
  const refused = await tool.send('GET', '/api/events', {
    headers: { accept: 'text/event-stream', 'last-event-id': 'nonsense' },
  })
  expect(codeOf(refused)).toEqual([400, 'invalid_cursor'])
  const head = await tool.send('HEAD', '/api/events', { headers: { accept: 'text/event-stream' } })
  expect(head.status).toBe(200)
  expect(tool.context.followers.count()).toBe(0)
})

test('a stream ends with an event that says why: the token was revoked, or the service stops', async () => {
  const tool = await toolHttpForTest({}, { all: toolGrant({ guildId }), gone: toolGrant({ guildId, tokenId: 2 }) })
  const [revoked, stopped] = [await openStream(tool, '', {}, 'gone'), await openStream(tool)]
  await expect.poll(() => tool.context.followers.count()).toBe(2)
  tool.tools.revoke('gone')
  await expect.poll(() => revoked.state.isOver).toBe(true)
  expect(JSON.parse(revoked.end()?.slice(6) ?? '{}')).toMatchObject({
    code: 'unauthorized',
    error: 'The token was revoked or has expired; the stream ends.',
  })
  await put(tool, ALICE)
  await expect.poll(stopped.steamIds).toEqual([ALICE])
  expect(revoked.steamIds()).toEqual([])
  tool.context.followers.stop(serverIsStopping())
  await expect.poll(() => stopped.state.isOver).toBe(true)
  expect(JSON.parse(stopped.end()?.slice(6) ?? '{}')).toMatchObject({ code: 'stopping' })
  expect(codeOf(await tool.send('GET', '/api/events', { headers: { accept: 'text/event-stream' } }))).toEqual([
    503,
    'stopping',
  ])
})

test('a stream ends when its token expires', async () => {
  const grant = toolGrant({ guildId })
  const tool = await toolHttpForTest({}, { all: grant })
  const stream = await openStream(tool)
  await expect.poll(() => tool.context.followers.count()).toBe(1)
  expect(stream.end()).toBeUndefined()
  tool.time.now = grant.expiresAt
  await expect.poll(() => stream.state.isOver).toBe(true)
  expect(JSON.parse(stream.end()?.slice(6) ?? '{}')).toMatchObject({ code: 'unauthorized' })
})

test('without the database there are no events, and a 503', async () => {
  const tool = await toolHttpForTest()
  await tool.database.close()
  for (const accept of ['application/json', 'text/event-stream'])
    expect(codeOf(await tool.send('GET', '/api/events', { headers: { accept } }))).toEqual([
      503,
      'database_unavailable',
    ])
})

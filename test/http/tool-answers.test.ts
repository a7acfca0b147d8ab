import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createToolRoutes } from '../../src/app/open-tools.ts'
import { EVENT_TYPES } from '../../src/model/event.ts'
import { noteRefusals } from '../../src/policy/refusals.ts'
import { applyRecords } from '../../src/watch/alerts.ts'
import { noteWatchedJoins } from '../../src/watch/joins.ts'
import { describeInterface } from '../../tools/describe-interface.ts'
import type { Reply } from '../support/ask.ts'
import { CLEAN_RECORD, fakeContext, NOW } from '../support/fake-context.ts'
import { joinOf, refusalOf, storePolicy } from '../support/policy-records.ts'
import { type ToolHttp, toolHttpForTest } from '../support/tool-http.ts'
import { ALICE, BOB, CAROL, MODERATOR } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const BANNED = { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 3, EconomyBan: 'probation' }

const document = describeInterface({ hasApiTokens: false }) as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: object; headers?: object }> }>>
}
/** What the document says of a response: its media types, and its headers in small letters. */
function documented(method: string, path: string, status: number) {
  const { content = {}, headers = {} } = document.paths[path]?.[method.toLowerCase()]?.responses[status] ?? {}
  return { types: Object.keys(content), headers: Object.keys(headers).map((name) => name.toLowerCase()) }
}
/** Headers of the connection, of every body, and those that concern browsers alone. */
const UNDOCUMENTED =
  /^(connection|keep-alive|date|content-(type|length|encoding)|transfer-encoding|vary|cache-control|referrer-policy|x-(content-type-options|robots-tag))$/

/** The HTTP interface for tools, with an event of each type but for those of bans and watches, whose entries the requests below change. */
async function openFilled(): Promise<ToolHttp> {
  const { steam } = fakeContext({ getBanRecords: async (ids) => new Map(ids.map((id) => [id, CLEAN_RECORD])) })
  const tool = await toolHttpForTest({ steam, rememberedName: async () => 'Alice' })
  await tool.database.transaction(async (all) => {
    await storePolicy(all, guildId)
    await all.accounts.ensure([BOB])
    const entry = { addedBy: MODERATOR.userId, addedAt: NOW - 100, reason: 'raided us', until: null, baselineAt: null }
    await all.watches.add([{ guildId, steamId: BOB, ...entry }])
    for (const [record, at] of [
      [CLEAN_RECORD, NOW - 90],
      [BANNED, NOW - 80],
    ] as const)
      await applyRecords(all, { records: new Map([[BOB, record]]), at, sweepId: null, areBaselines: true })
    const join = joinOf({ guildId, steamId: BOB, at: NOW - 70 })
    await all.joins.add([join])
    await noteWatchedJoins(all, [join])
    await noteRefusals(all, [refusalOf({ guildId, steamId: BOB, at: NOW - 60 })])
  })
  return tool
}

type Sent = [operation: string, status: number, options?: Parameters<ToolHttp['send']>[2] & { query?: string }]
/** A list with a ban, an end that cannot be read, an account that may not be banned, and a line without an account. */
const LIST = `banid ${BOB} "Bob" "x" -1\nbanid ${CAROL} "" "" soon\nI met ${ALICE} yesterday\nwho is this?`
/** The requests of all operations, in an order in which each finds what it shows. */
const REQUESTS: Sent[] = [
  ['GET /api/token', 200],
  ['PUT /api/bans/{steamId}', 201, { body: { reason: 'aimbot', note: 'case 17', until: NOW + 3_600 } }],
  ['PUT /api/bans/{steamId}', 200, { body: { reason: 'walls' } }],
  ['GET /api/bans/{steamId}', 200],
  ['GET /api/bans', 200],
  ['GET /api/bans/export', 200, { query: '?format=cfg' }],
  ['GET /api/bans/export', 200, { query: '?format=csv' }],
  ['GET /api/bans/export', 200, { query: '?format=json' }],
  ['POST /api/bans/import', 200, { query: '?dryRun=true', body: LIST }],
  ['POST /api/bans/import', 200, { body: LIST }],
  ['DELETE /api/bans/{steamId}', 204],
  ['PUT /api/watches/{steamId}', 201, { body: { reason: 'an alt' } }],
  ['PUT /api/watches/{steamId}', 200, { body: { reason: 'an alt', until: NOW + 3_600 } }],
  ['GET /api/watches/{steamId}', 200],
  ['GET /api/watches', 200],
  ['DELETE /api/watches/{steamId}', 204],
  ['GET /api/history/{steamId}', 200, { query: BOB }],
  ['GET /api/joins', 200],
  ['GET /api/refusals', 200],
  ['GET /api/events', 200],
]

function send(tool: ToolHttp, [operation, , { query = '', ...options } = {}]: Sent): Promise<Reply> {
  const [method = '', path = ''] = operation.split(' ')
  const steamId = operation.includes('history') ? query : ALICE
  return tool.send(method, path.includes('{') ? path.replace('{steamId}', steamId) : path + query, options)
}

/** The answers that the document has as examples, by their operations. */
const RECORDED = new URL('../../src/http/tool-examples.json', import.meta.url)
const EXAMPLES: [operationId: string, operation: string, fields?: object][] = [
  ['listBans', 'GET /api/bans'],
  ['getBan', 'GET /api/bans/{steamId}'],
  ['importBans', 'POST /api/bans/import', { dryRun: true, number: null }],
  ['exportBans', 'GET /api/bans/export'],
  ['listWatches', 'GET /api/watches'],
  ['getWatch', 'GET /api/watches/{steamId}'],
  ['getHistory', 'GET /api/history/{steamId}'],
  ['listJoins', 'GET /api/joins'],
  ['listRefusals', 'GET /api/refusals'],
  ['readEvents', 'GET /api/events'],
]
/** An answer with one event, and with a short text for each cursor, in which are times of the test. */
const toExample = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name === 'events' && Array.isArray(value)) return value.slice(0, 1)
    return /^(id|cursor|eventsCursor)$/.test(name) ? 'ZXZlbnRzIDEgNw' : value
  })

/** What is listed in an answer, by the name of its field. */
const listsOf = (body: unknown) => Object.entries(Object(body)).filter(([, value]) => Array.isArray(value))

test('each answer to a tool has exactly the fields, the media type and the headers of the document, whose examples are these answers, as recorded with UPDATE_EXAMPLES=1', async () => {
  const tool = await openFilled()
  const routes = createToolRoutes(tool.context)
  const operations = routes.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(REQUESTS.map(([operation]) => operation))].toSorted()).toEqual(operations.toSorted())
  const replies = new Map<string, Reply>()
  for (const sent of REQUESTS) {
    const [operation, status] = sent
    const route = routes.find(({ method, path }) => operation === `${method} ${path}`)
    const reply = await send(tool, sent)
    replies.set(operation, reply)
    expect([operation, reply.status]).toEqual([operation, status])
    const [method = '', path = ''] = operation.split(' ')
    const type = String(reply.headers['content-type'] ?? '').split(';')[0] ?? ''
    const { body: usual = null, otherTypes = {} } = route?.responses[status] ?? {}
    const body = otherTypes[type] ?? usual
    const { types, headers } = documented(method, path, status)
    const others = Object.keys(reply.headers).filter((name) => !headers.includes(name) && !UNDOCUMENTED.test(name))
    expect([operation, others]).toEqual([operation, []])
    if (body === null) expect([operation, types, reply.body]).toEqual([operation, [], ''])
    else expect([operation, types]).toEqual([operation, expect.arrayContaining([type])])
    if (body === null || body instanceof z.ZodFile) continue
    // Fields that the schema does not have would be missing in what it returns.
    expect([operation, body.parse(reply.body)]).toEqual([operation, reply.body])
    for (const [name, list] of listsOf(reply.body)) expect([operation, name, list]).not.toEqual([operation, name, []])
  }
  const history = Object(replies.get('GET /api/history/{steamId}')?.body) as { observations: { changes: object[] }[] }
  expect(history.observations[0]?.changes).toHaveLength(2)
  const { events } = Object(replies.get('GET /api/events')?.body) as { events: { type: string }[] }
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual([...EVENT_TYPES].toSorted())
  const examples = EXAMPLES.map(([id, operation, fields]) => {
    const body = replies.get(operation)?.body ?? expect.fail(`no answer to ${operation}`)
    return [id, toExample({ ...body, ...fields })]
  })
  if (process.env['UPDATE_EXAMPLES'] !== undefined)
    writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`)
  expect(Object.fromEntries(examples)).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')))
})

test('an export has the media type of its format, as the document says', async () => {
  const tool = await toolHttpForTest()
  const types: unknown[] = []
  for (const format of ['json', 'cfg', 'csv'])
    types.push((await tool.send('GET', `/api/bans/export?format=${format}`)).headers['content-type'])
  expect(types).toEqual(documented('GET', '/api/bans/export', 200).types.map((type) => `${type}; charset=utf-8`))
  expect(documented('GET', '/api/events', 200).types).toEqual(['application/json', 'text/event-stream'])
})

test('lists, exports and histories are compressed for a client that accepts it, and single entries are not', async () => {
  const tool = await openFilled()
  const coded = new Set<string>()
  const headers = { 'accept-encoding': 'gzip, identity;q=0' }
  for (const [operation, status, options] of REQUESTS) {
    const reply = await send(tool, [operation, status, { ...options, headers }])
    const { 'content-encoding': coding, vary } = reply.headers
    expect([operation, reply.status, coding, vary]).toEqual([
      operation,
      status,
      ...(coding === undefined ? [undefined, undefined] : ['gzip', 'Accept-Encoding']),
    ])
    if (coding !== undefined) coded.add(operation)
  }
  const lists = [
    '/api/bans',
    '/api/bans/export',
    '/api/history/{steamId}',
    '/api/joins',
    '/api/refusals',
    '/api/watches',
  ]
  expect([...coded].toSorted()).toEqual([...lists, '/api/events'].map((path) => `GET ${path}`).toSorted())
})

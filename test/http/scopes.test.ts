import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createToolRoutes } from '../../src/app/open-tools.ts'
import type { Database } from '../../src/app/database.ts'
import { addBans } from '../../src/bans/add-bans.ts'
import { createStoredBans } from '../../src/bans/stored-bans.ts'
import { EVENT_TYPES, EVENTS } from '../../src/model/event.ts'
import { isToolAccess } from '../../src/http/access.ts'
import type { AnyRoute } from '../../src/http/route.ts'
import { TOOL_SCOPES, type ToolScope } from '../../src/model/tool-token.ts'
import { createVerdictRoutes } from '../../src/policy/http/verdict-routes.ts'
import { noteRefusals } from '../../src/policy/refusals.ts'
import { ask, type Reply } from '../support/ask.ts'
import { databaseForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { CLEAN_RECORD, fakeContext, NOW } from '../support/fake-context.ts'
import { fakePolicies, judgedOf } from '../support/fake-policies.ts'
import { fakeTools, toolBearer, toolGrant } from '../support/fake-tools.ts'
import { httpForTest } from '../support/http.ts'
import { joinOf, refusalOf, storePolicy } from '../support/policy-records.ts'
import { toolContext } from '../support/tool-http.ts'
import { MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const ID = '76561198000010431'
const SERVERS = { ours: MODERATOR, theirs: OTHER_SERVER } as const
type Server = keyof typeof SERVERS
/** A text that is in all data of a server, and nowhere else. */
const markOf = (server: Server) => `belongs-to-${server}`

const FEED = '/api/events'

/** The scope that each operation requires; null if any token will do. A route that is not listed here fails the test. */
const SCOPE_OF: Record<string, ToolScope | null> = {
  'GET /api/token': null,
  'GET /api/bans': 'bans:read',
  'GET /api/bans/{steamId}': 'bans:read',
  'PUT /api/bans/{steamId}': 'bans:write',
  'DELETE /api/bans/{steamId}': 'bans:write',
  'POST /api/bans/import': 'bans:write',
  'GET /api/bans/export': 'bans:read',
  'GET /api/watches': 'watches:read',
  'GET /api/watches/{steamId}': 'watches:read',
  'PUT /api/watches/{steamId}': 'watches:write',
  'DELETE /api/watches/{steamId}': 'watches:write',
  'GET /api/history/{steamId}': 'history',
  'GET /api/joins': 'joins',
  'GET /api/refusals': 'joins',
  'GET /api/verdict': 'verdicts',
  'POST /api/verdict/batch': 'verdicts',
  // An event needs the scope that reads its object.
  ...Object.fromEntries(EVENT_TYPES.map((type) => [`GET ${FEED}?types=${type}`, EVENTS[type].scope])),
}

const INPUTS: Record<string, { query?: string; body?: string; type?: string }> = {
  'PUT /api/bans/{steamId}': { body: JSON.stringify({ reason: 'changed' }) },
  'POST /api/bans/import': { body: '76561198000022222', type: 'text/plain' },
  'GET /api/bans/export': { query: '?format=json' },
  'PUT /api/watches/{steamId}': { body: JSON.stringify({ reason: 'changed' }) },
  'GET /api/verdict': { query: `?steamId=${ID}` },
  'POST /api/verdict/batch': { body: JSON.stringify({ steamIds: [ID] }) },
}

/** The tokens with one scope, with none and with all but one, of both servers, and expired ones with all scopes. */
const GRANTS = Object.fromEntries(
  (['ours', 'theirs'] as const).flatMap((server) => {
    const of = (scopes: readonly ToolScope[], parts: Parameters<typeof toolGrant>[0] = {}) =>
      toolGrant({ guildId: SERVERS[server].guildId, name: `${markOf(server)}-tool`, ...parts, scopes })
    return [
      ...TOOL_SCOPES.map((scope) => [`${server}-${scope}`.replace(':', '_'), of([scope])] as const),
      ...TOOL_SCOPES.map(
        (scope) =>
          [`${server}-no-${scope}`.replace(':', '_'), of(TOOL_SCOPES.filter((other) => other !== scope))] as const,
      ),
      [`${server}-none`, of([])] as const,
      [`${server}-all`, of(TOOL_SCOPES)] as const,
      [`${server}-expired`, of(TOOL_SCOPES, { expiresAt: NOW })] as const,
      [`${server}-revoked`, of(TOOL_SCOPES)] as const,
    ]
  }),
)

let url: string
let routes: readonly AnyRoute[]
let tables: () => Promise<unknown>

/** Fills the lists of both servers with entries about the same account. */
async function fill(database: Database): Promise<void> {
  await database.transaction(async (repositories) => {
    for (const server of ['ours', 'theirs'] as const) {
      const [actor, mark] = [SERVERS[server], markOf(server)]
      const { guildId } = actor
      await storePolicy(repositories, guildId)
      await addBans(
        repositories,
        {
          ...actor,
          accounts: [{ steamId: ID, name: '' }],
          terms: { reason: mark, note: mark, until: null },
          replaces: false,
        },
        { now: NOW, limits: { maxPerGuild: 100, maxTotal: 1_000 } },
      )
      await repositories.accounts.ensure([ID])
      await repositories.watches.add([
        { guildId, steamId: ID, addedBy: actor.userId, addedAt: NOW, reason: mark, until: null, baselineAt: null },
      ])
      await repositories.joins.add([joinOf({ guildId, steamId: ID, at: NOW, tokenName: mark })])
      await repositories.events.add(
        EVENT_TYPES.map((type) => ({ guildId, at: NOW, type, steamId: ID, author: null, object: { reason: mark } })),
      )
      await noteRefusals(repositories, [
        refusalOf({ guildId, steamId: ID, at: NOW, reasons: [{ code: 'banned_here', value: mark, limit: null }] }),
      ])
    }
  })
}

/** Opens all routes of tools and of verdicts, with the data of both servers. */
async function open(): Promise<void> {
  const database = await databaseForTest()
  const clock = { ...createFakeClock(), unixSeconds: () => NOW }
  const bans = createStoredBans({ database, clock, onError: () => {} })
  await fill(database)
  await bans.load()
  const tools = fakeTools(GRANTS)
  for (const server of ['ours', 'theirs']) tools.revoke(`${server}-revoked`)
  const context = toolContext(
    database,
    { clock, bans, tools },
    { steam: fakeContext({ getBanRecords: async (ids) => new Map(ids.map((id) => [id, CLEAN_RECORD])) }).steam },
  )
  const policies = fakePolicies(async (grant, steamId) =>
    judgedOf(steamId, {
      policy: { name: markOf(grant.guildId === MODERATOR.guildId ? 'ours' : 'theirs'), version: 1 },
    }),
  )
  const { grantOfTool } = fakePolicies()
  const known = toolGrant()
  policies.grantOfTool = (tool) => {
    const grant = grantOfTool(known)
    return grant && { ...grant, guildId: tool.guildId }
  }
  const served = [...createToolRoutes(context), ...createVerdictRoutes(policies)]
  const http = await httpForTest({ routes: served, tools, policies, clock: { ...clock, now: clock.now } })
  url = http.url
  routes = served
  tables = () =>
    database.read(async (all) => [
      await all.bans.activePart(MODERATOR.guildId, 0, 100, NOW),
      await all.watches.newestPart(MODERATOR.guildId, null, 100),
      await all.audit.list(MODERATOR.guildId, 100),
    ])
}

/** All operations; that of events once for each type. */
const operations = () =>
  routes.flatMap(({ method, path }) =>
    path === FEED ? EVENT_TYPES.map((type) => `${method} ${path}?types=${type}`) : [`${method} ${path}`],
  )

function send(operation: string, token: string | undefined): Promise<Reply> {
  const [method = '', path = ''] = operation.split(' ')
  const { query = '', body, type = 'application/json' } = INPUTS[operation] ?? {}
  return ask({ url }, path.replace('{steamId}', ID) + query, {
    method,
    headers: {
      ...(token === undefined ? {} : toolBearer(token)),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
  })
}

/** What a response shows: who is let in, or why not. */
function outcomeOf({ status, body }: Reply): string {
  const { code } = Object(body) as { code?: string }
  return status === 401 || status === 403 ? `${status} ${code}` : 'let in'
}

const scopesOf = (token: string): ReadonlySet<string> => GRANTS[token]?.scopes ?? new Set()

describe('scopes × operations × servers', () => {
  test('each operation requires the scope that is listed here, and each is listed', async () => {
    await open()
    expect(operations().toSorted()).toEqual(Object.keys(SCOPE_OF).toSorted())
    for (const route of routes) {
      const required = isToolAccess(route.token) ? route.token.scope : route.token
      // The route of events lets every tool in, and then checks the scopes of the types.
      const expected = route.path === FEED ? null : SCOPE_OF[`${route.method} ${route.path}`]
      expect([route.path, required]).toEqual([route.path, expected === 'verdicts' ? 'policy' : expected])
    }
  })

  test('the table in docs/tools/http.md has them', async () => {
    const page = await readFile(join(import.meta.dirname, '../../docs/tools/http.md'), 'utf8')
    const rows = [
      ...page.matchAll(/^\| `((?:GET|PUT|POST|DELETE) [^`]+)` \| (?:any tool|(?:policy, )?`([a-z:]+)`) \|/gm),
    ]
    const documented = rows.map(([, operation = '', scope]) => [operation, scope ?? null])
    const expected = Object.entries(SCOPE_OF).filter(([operation]) => !operation.includes(FEED))
    expect(Object.fromEntries(documented)).toEqual({ ...Object.fromEntries(expected), [`GET ${FEED}`]: null })
    for (const type of EVENT_TYPES)
      expect(page).toMatch(new RegExp(`\\| [^|\n]*\`${type}\`[^|\n]* \\| \`${EVENTS[type].scope}\` \\|`))
  })

  test('every pair that is not allowed is refused, says nothing of any server, and changes nothing', async () => {
    await open()
    const before = await tables()
    let pairs = 0
    for (const operation of operations()) {
      const scope = SCOPE_OF[operation] ?? null
      for (const token of [...Object.keys(GRANTS), 'wrong', undefined]) {
        const isValid = token !== undefined && !/expired|revoked|wrong/.test(token)
        if (isValid && (scope === null || scopesOf(token).has(scope))) continue
        const reply = await send(operation, token)
        pairs++
        const expected = isValid ? '403 scope_missing' : '401 unauthorized'
        expect([operation, token, outcomeOf(reply)]).toEqual([operation, token, expected])
        const text = JSON.stringify([reply.body, reply.headers])
        expect([operation, token, text.includes('belongs-to')]).toEqual([operation, token, false])
        if (isValid) expect((reply.body as { error: string }).error).toContain(`the scope ${scope}`)
      }
    }
    // The number, so that a token or an operation that is left out is noticed.
    expect(pairs).toBe(534)
    expect(await tables()).toEqual(before)
  })

  test('every tool of another server sees and changes only the data of its own', async () => {
    await open()
    const before = await tables()
    let pairs = 0
    for (const operation of operations()) {
      const scope = SCOPE_OF[operation] ?? null
      const tokens = Object.keys(GRANTS).filter((name) => /^theirs-(?!expired|revoked)/.test(name))
      for (const token of tokens.filter((each) => scope === null || scopesOf(each).has(scope))) {
        const reply = await send(operation, token)
        pairs++
        expect([operation, token, outcomeOf(reply)]).toEqual([operation, token, 'let in'])
        expect([operation, token, JSON.stringify(reply.body).includes(markOf('ours'))]).toEqual([
          operation,
          token,
          false,
        ])
      }
    }
    expect(pairs).toBe(208)
    expect(await tables()).toEqual(before)
  })

  test('every allowed pair is let in, and reads the data of its server', async () => {
    await open()
    const reading = operations().filter((operation) => operation.startsWith('GET') || operation.includes('verdict'))
    for (const operation of reading) {
      const scope = SCOPE_OF[operation] ?? null
      const token = scope === null ? 'ours-none' : `ours-${scope}`.replace(':', '_')
      const reply = await send(operation, token)
      const hasMark = JSON.stringify(reply.body).includes(markOf('ours'))
      // A history is not about a server.
      expect([operation, reply.status, hasMark]).toEqual([operation, 200, !operation.includes('/api/history')])
    }
    for (const operation of operations().filter((each) => !reading.includes(each)))
      expect([operation, outcomeOf(await send(operation, 'ours-all'))]).toEqual([operation, 'let in'])
  })
})

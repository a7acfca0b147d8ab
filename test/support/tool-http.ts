import { createListFileReader } from '../../src/bans/formats/list-file-reader.ts'
import { createToolRoutes } from '../../src/app/open-tools.ts'
import type { ToolRoutesContext } from '../../src/app/open-tools.ts'
import type { Database } from '../../src/app/database.ts'
import { createStoredBans, type StoredBans } from '../../src/bans/stored-bans.ts'
import { createEventFollowers } from '../../src/events/follow-events.ts'
import { endOfEvents } from '../../src/events/read-events.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { ask, type Reply } from './ask.ts'
import { databaseForTest } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { fakeContext, NOW } from './fake-context.ts'
import { fakeTools, toolBearer, toolGrant, type FakeTools } from './fake-tools.ts'
import { httpForTest, type Http } from './http.ts'
import { MODERATOR, OTHER_SERVER } from './watch-tests.ts'

/** The HTTP interface for tools with a new database, at a time that the test sets. */
export interface ToolHttp {
  http: Http
  database: Database
  context: ToolRoutesContext
  tools: FakeTools
  time: { now: number }
  /** Sends a request with the token of this name, by default `all`, which may do everything at the server of `MODERATOR`. */
  send: (method: string, path: string, options?: SendOptions) => Promise<Reply>
}

interface SendOptions {
  /** A text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  token?: string
}

/** The tokens of tools in tests, by their names: `all` and `other` have every scope, at two servers. */
const GRANTS = {
  all: toolGrant({ guildId: MODERATOR.guildId, tokenId: 1, name: 'my panel' }),
  other: toolGrant({ guildId: OTHER_SERVER.guildId, tokenId: 2, name: 'other panel' }),
}

/** What the routes of tools need, over a database and with the time that `clock` tells. */
export function toolContext(
  database: Database,
  { clock, bans, tools }: { clock: Clock; bans: StoredBans; tools: FakeTools },
  parts: Partial<ToolRoutesContext> = {},
): ToolRoutesContext {
  return {
    followers: createEventFollowers({
      database,
      // Followers look for new events by the time of the machine.
      clock: { ...clock, setTimer: systemClock.setTimer },
      onError: () => {},
    }),
    isValid: (tool, now) => tools.isValid(tool, now),
    eventsCursor: (repositories, guildId) => endOfEvents(repositories, guildId, clock.unixSeconds()),
    database,
    clock,
    bans,
    banLimits: { maxPerGuild: 50_000, maxTotal: 500_000 },
    listReader: createListFileReader(),
    rememberedName: async () => '',
    limits: { maxPerGuild: 1_000, maxTotal: 100_000 },
    steam: fakeContext().steam,
    onNews: () => {},
    watched: { add() {} },
    mayToolsAskSteam: () => true,
    ...parts,
  }
}

/** Opens the routes of tools over a new database of the engine that the tests run with; closed after the test. */
export async function toolHttpForTest(
  parts: Partial<ToolRoutesContext> = {},
  grants: Parameters<typeof fakeTools>[0] = GRANTS,
  options: Parameters<typeof httpForTest>[0] = {},
): Promise<ToolHttp> {
  const database = await databaseForTest()
  const time = { now: NOW }
  const clock = { ...createFakeClock(), unixSeconds: () => time.now }
  await database.transaction(async ({ guilds }) => {
    for (const { guildId, locale } of Object.values(grants)) await guilds.touch(guildId, locale, NOW)
  })
  const bans = createStoredBans({ database, clock, onError: () => {} })
  await bans.load()
  const tools = fakeTools(grants)
  const context = toolContext(database, { clock, bans, tools }, parts)
  const http = await httpForTest({ ...options, routes: createToolRoutes(context), tools })
  return {
    http,
    database,
    context,
    tools,
    time,
    send: (method, path, { body, headers, token = 'all' } = {}) => {
      const isText = typeof body === 'string' || body instanceof Uint8Array
      return ask(http, path, {
        method,
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' }),
          ...toolBearer(token),
          ...headers,
        },
      })
    },
  }
}

/** The status and the error code of a response. */
export const codeOf = ({ status, body }: Reply): [number, string | undefined] => [
  status,
  (Object(body) as { code?: string }).code,
]

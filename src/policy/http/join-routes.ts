import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { badInput, QUERY_CODES, UNCHANGED } from '../../http/documented-responses.ts'
import {
  cutPage,
  eventsCursorSchema,
  idPositionSchema,
  pageJson,
  type PageParameters,
  pageParametersSchema,
  type ReadEventsCursor,
  readPosition,
} from '../../http/paging.ts'
import { route, toolOf, type Route, type RouteContext, type RouteResult } from '../../http/route.ts'
import {
  type JoinEntry,
  joinEntrySchema,
  type RefusalEntry,
  refusalEntrySchema,
  toJoinEntry,
} from '../../model/join.ts'
import type { PolicyDatabase, PolicyRepositories } from '../database/repositories.ts'
import { KEPT_JOIN_SECONDS } from '../kept-joins.ts'
import { listRefusals } from '../refusals.ts'

/** What the routes about joins need. */
export interface JoinRoutesContext {
  database: PolicyDatabase
  clock: Pick<Clock, 'unixSeconds'>
  eventsCursor: ReadEventsCursor<PolicyRepositories>
}

const joinPageSchema = z
  .object({ joins: z.array(joinEntrySchema), eventsCursor: eventsCursorSchema })
  .meta({ id: 'JoinPage', description: 'A part of the joins, newest first.' })

const refusalPageSchema = z
  .object({ refusals: z.array(refusalEntrySchema), eventsCursor: eventsCursorSchema })
  .meta({ id: 'RefusalPage', description: 'A part of the refusals and notices, newest first.' })

const exampleJoin: JoinEntry = {
  steamId: '76561197960287930',
  at: 1_764_201_600,
  gameServer: 'eu-1',
  verdict: 'deny',
  mode: 'enforce',
  reasons: [{ code: 'maxVacBans', value: 1, limit: 0 }],
}
const exampleRefusal: RefusalEntry = {
  steamId: '76561197960287930',
  mode: 'enforce',
  firstAt: 1_764_201_600,
  lastAt: 1_764_205_200,
  count: 2,
  reasons: [{ code: 'maxVacBans', value: 1, limit: 0 }],
}
const EVENTS_CURSOR = 'ZXZlbnRzIDEgNw'

const shared = { method: 'GET', tag: 'Joins', cost: 'lookup', token: { scope: 'joins' } } as const
const INPUT = badInput(...QUERY_CODES, 'invalid_cursor')

/** The routes about who wanted to join the game servers of a Discord server. */
export const createJoinRoutes = (contextOf: () => JoinRoutesContext): Route[] => [
  route({
    ...shared,
    path: '/api/joins',
    summary: 'The joins of the last 48 hours',
    description:
      'Each question of a game server with the answer, newest first, in pages. Of a family-shared copy the game asks about the owner too, so an entry does not prove that the account played.',
    input: pageParametersSchema,
    responses: {
      200: {
        description: 'A page.',
        body: joinPageSchema,
        examples: { page: { joins: [exampleJoin], eventsCursor: EVENTS_CURSOR } },
      },
      304: UNCHANGED,
      ...INPUT,
    },
    handle: (_, parameters, request) =>
      listPage(contextOf(), parameters, request, {
        kind: 'joins',
        async read({ joins }, guildId, { before, limit, now }) {
          const part = await joins.newestPart(guildId, now - KEPT_JOIN_SECONDS, before, limit)
          return part.map((join) => ({ id: join.id, entry: toJoinEntry(join) }))
        },
      }),
  }),
  route({
    ...shared,
    path: '/api/refusals',
    summary: 'The refusals of the last 7 days',
    description:
      'One entry for each account and day (UTC), newest first, in pages, and one for the notices of rules that only notify. Refusals by own bans are left out where the Discord server does not report them.',
    input: pageParametersSchema,
    responses: {
      200: {
        description: 'A page.',
        body: refusalPageSchema,
        examples: { page: { refusals: [exampleRefusal], eventsCursor: EVENTS_CURSOR } },
      },
      304: UNCHANGED,
      ...INPUT,
    },
    handle: (_, parameters, request) =>
      listPage(contextOf(), parameters, request, {
        kind: 'refusals',
        async read(repositories, guildId, part) {
          const refusals = await listRefusals(repositories, guildId, part)
          return refusals.map(({ id, refusal }) => ({ id, entry: refusal }))
        },
      }),
  }),
]

/** A list that is read from its newest entry. */
interface NewestList {
  /** The name of the list, also in its path and its JSON. */
  kind: 'joins' | 'refusals'
  read: (
    repositories: PolicyRepositories,
    guildId: string,
    part: { before: number | null; limit: number; now: number },
  ) => Promise<{ id: number; entry: object }[]>
}

async function listPage(
  { database, clock, eventsCursor }: JoinRoutesContext,
  parameters: PageParameters,
  request: RouteContext,
  { kind, read }: NewestList,
): Promise<RouteResult> {
  const { guildId } = toolOf(request)
  const { limit } = parameters
  const owner = { kind, guildId }
  const position = readPosition(parameters, owner, idPositionSchema)
  const part = { before: position?.[0] ?? null, limit: limit + 1, now: clock.unixSeconds() }
  const { cursor, found } = await database.read(async (repositories) => ({
    cursor: position ? undefined : await eventsCursor(repositories, guildId),
    found: await read(repositories, guildId, part),
  }))
  const { entries, next } = cutPage(found, limit, ({ id }) => [id])
  const list = entries.map(({ entry }) => entry)
  const page = { [kind]: list, ...(cursor === undefined ? {} : { eventsCursor: cursor }) }
  return pageJson(page, { path: `/api/${kind}`, limit, next, owner })
}

import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { badInput, QUERY_CODES } from '../../http/documented-responses.ts'
import {
  answerPage,
  idPositionSchema,
  nextSchema,
  PAGE_COST,
  pageParametersSchema,
  partialEventsCursorSchema,
  type ReadEventsCursor,
} from '../../http/paging.ts'
import { route, toolOf, type Route } from '../../http/route.ts'
import {
  type JoinEntry,
  joinEntrySchema,
  type RefusalEntry,
  refusalEntrySchema,
  toJoinEntry,
} from '../../model/join.ts'
import type { PolicyDatabase, PolicyRepositories } from '../database/repositories.ts'
import { KEPT_JOIN_SECONDS, MAX_JOINS } from '../retention.ts'
import { listRefusals } from '../refusals.ts'

/** What the routes about joins need. */
export interface JoinRoutesContext {
  database: PolicyDatabase
  clock: Pick<Clock, 'unixSeconds'>
  eventsCursor: ReadEventsCursor<PolicyRepositories>
}

const joinPageSchema = z
  .object({ joins: z.array(joinEntrySchema), next: nextSchema, eventsCursor: partialEventsCursorSchema })
  .meta({ id: 'JoinPage', description: 'A part of the joins, newest first.' })

const refusalPageSchema = z
  .object({ refusals: z.array(refusalEntrySchema), next: nextSchema, eventsCursor: partialEventsCursorSchema })
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
    operationId: 'listJoins',
    summary: 'The joins of the last 48 hours',
    description: `Each question of a game server with the answer, newest first, in pages; at most the newest ${MAX_JOINS.toLocaleString('en')} are kept. Of a family-shared copy the game asks about the owner too, so an entry does not prove that the account played.`,
    extraCost: PAGE_COST,
    isCompressed: true,
    input: pageParametersSchema,
    responses: {
      200: {
        description: 'A page.',
        body: joinPageSchema,
        examples: { page: { joins: [exampleJoin], next: null, eventsCursor: EVENTS_CURSOR } },
      },
      ...INPUT,
    },
    handle(_, parameters, request) {
      const context = contextOf()
      return answerPage(context, parameters, toolOf(request).guildId, {
        kind: 'joins',
        path: '/api/joins',
        position: idPositionSchema,
        read: ({ joins }: PolicyRepositories, guildId, { after, limit }) =>
          joins.newestPart(guildId, context.clock.unixSeconds() - KEPT_JOIN_SECONDS, after?.[0] ?? null, limit),
        positionOf: ({ id }) => [id],
        toJson: toJoinEntry,
      })
    },
  }),
  route({
    ...shared,
    path: '/api/refusals',
    operationId: 'listRefusals',
    summary: 'The refusals of the last 7 days',
    description:
      'One entry for each account and day (UTC), newest first, in pages, and one for the notices of rules that only notify. Refusals by own bans are left out where the Discord server does not report them.',
    extraCost: PAGE_COST,
    isCompressed: true,
    input: pageParametersSchema,
    responses: {
      200: {
        description: 'A page.',
        body: refusalPageSchema,
        examples: { page: { refusals: [exampleRefusal], next: null, eventsCursor: EVENTS_CURSOR } },
      },
      ...INPUT,
    },
    handle(_, parameters, request) {
      const context = contextOf()
      return answerPage(context, parameters, toolOf(request).guildId, {
        kind: 'refusals',
        path: '/api/refusals',
        position: idPositionSchema,
        read: (repositories: PolicyRepositories, guildId, { after, limit }) =>
          listRefusals(repositories, guildId, { before: after?.[0] ?? null, limit, now: context.clock.unixSeconds() }),
        positionOf: ({ id }) => [id],
        toJson: ({ refusal }) => refusal,
      })
    },
  }),
]

import { z } from 'zod'
import {
  idPositionSchema,
  type ListContext,
  listRoute,
  nextSchema,
  partialEventsCursorSchema,
} from '../../http/paging.ts'
import type { Route } from '../../http/route.ts'
import examples from '../../http/tool-examples.json' with { type: 'json' }
import { joinEntrySchema, refusalEntrySchema, toJoinEntry } from '../../model/join.ts'
import type { PolicyRepositories } from '../database/repositories.ts'
import { listRefusals } from '../refusals.ts'
import { KEPT_JOIN_SECONDS, MAX_JOINS } from '../retention.ts'

const joinPageSchema = z
  .object({ joins: z.array(joinEntrySchema), next: nextSchema, eventsCursor: partialEventsCursorSchema })
  .meta({ id: 'JoinPage', description: 'A part of the joins, newest first.' })

const refusalPageSchema = z
  .object({ refusals: z.array(refusalEntrySchema), next: nextSchema, eventsCursor: partialEventsCursorSchema })
  .meta({ id: 'RefusalPage', description: 'A part of the refusals and notices, newest first.' })

/** The routes about who wanted to join the game servers of a Discord server. */
export const createJoinRoutes = (contextOf: () => ListContext<PolicyRepositories>): Route[] => [
  listRoute(contextOf, {
    kind: 'joins',
    scope: 'joins',
    tag: 'Joins',
    operationId: 'listJoins',
    summary: 'The joins of the last 48 hours',
    description: `Each question of a game server with the answer, newest first, in pages; at most the newest ${MAX_JOINS.toLocaleString('en')} are kept. Of a family-shared copy the game asks about the owner too, so an entry does not prove that the account played.`,
    page: joinPageSchema,
    example: examples.listJoins,
    position: idPositionSchema,
    read: ({ joins }, guildId, { after, limit, now }) =>
      joins.newestPart(guildId, now - KEPT_JOIN_SECONDS, after?.[0] ?? null, limit),
    positionOf: ({ id }) => [id],
    toJson: toJoinEntry,
  }),
  listRoute(contextOf, {
    kind: 'refusals',
    scope: 'joins',
    tag: 'Joins',
    operationId: 'listRefusals',
    summary: 'The refusals of the last 7 days',
    description:
      'One entry for each account and day (UTC), newest first, in pages, and one for the notices of rules that only notify. Refusals by own bans are among them, also where the Discord server has them as one line a day.',
    page: refusalPageSchema,
    example: examples.listRefusals,
    position: idPositionSchema,
    read: (repositories, guildId, { after, limit, now }) =>
      listRefusals(repositories, guildId, { before: after?.[0] ?? null, limit, now }),
    positionOf: ({ id }) => [id],
    toJson: ({ refusal }) => refusal,
  }),
]

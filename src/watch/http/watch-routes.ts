import { z } from 'zod'
import {
  badInput,
  BODY_CODES,
  NOT_FOUND,
  QUERY_CODES,
  SHARED_RESPONSES,
  UNCHANGED,
} from '../../http/documented-responses.ts'
import { entryParametersSchema, refusePastEnd } from '../../http/entry-parameters.ts'
import {
  answerPage,
  type PageParameters,
  PAGE_COST,
  pageParametersSchema,
  type ReadEventsCursor,
} from '../../http/paging.ts'
import { HttpError } from '../../http/errors.ts'
import { readPrecondition } from '../../http/precondition.ts'
import { withinRequest } from '../../http/within-request.ts'
import {
  noContent,
  revalidatedJson,
  route,
  toolOf,
  type DocumentedResponse,
  type Route,
  type RouteContext,
  type RouteResult,
} from '../../http/route.ts'
import { steamIdSchema } from '../../model/account.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { toolActor } from '../../model/tool-token.ts'
import { toWatchEntry, WatchError, watchEntrySchema } from '../../model/watch.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { putWatch, type PutWatchContext, removeWatch, type WatchPrecondition } from '../entries.ts'
import { type BanHistory, readHistory } from '../history.ts'
import {
  exampleHistory,
  exampleWatch,
  exampleWatchPage,
  historySchema,
  watchBodySchema,
  watchPageSchema,
} from './schemas.ts'

const LIST = '/api/watches'
const shared = { tag: 'Watches', cost: 'lookup' } as const
const entry = { ...shared, path: `${LIST}/{steamId}` } as const
const NOT_WATCHED: DocumentedResponse = { description: 'The account is not on the list.', codes: ['not_watched'] }
const WATCH: DocumentedResponse = {
  description: 'The entry.',
  body: watchEntrySchema,
  examples: { watch: exampleWatch },
}

/** What the routes of watch lists need. */
export interface WatchRoutesContext extends PutWatchContext {
  /** Whether the tools of a Discord server have calls to Steam left today. */
  mayToolsAskSteam: (guildId: string) => boolean
  eventsCursor: ReadEventsCursor<WatchRepositories>
}

/** The routes of the watch list of a Discord server. `contextOf` is called for requests with a valid token only. */
export const createWatchRoutes = (contextOf: () => WatchRoutesContext): Route[] => [
  route({
    ...shared,
    method: 'GET',
    path: LIST,
    token: { scope: 'watches:read' },
    operationId: 'listWatches',
    summary: 'The watch list of the Discord server',
    description: 'Newest first, in pages, as `/api/bans`.',
    extraCost: PAGE_COST,
    isCompressed: true,
    input: pageParametersSchema,
    responses: {
      200: { description: 'A page.', body: watchPageSchema, examples: { page: exampleWatchPage } },
      ...badInput(...QUERY_CODES, 'invalid_cursor'),
    },
    handle: (_, parameters, request) => listWatches(contextOf(), parameters, request),
  }),
  route({
    ...entry,
    method: 'GET',
    token: { scope: 'watches:read' },
    operationId: 'getWatch',
    summary: 'The entry of an account on the watch list',
    description: 'With the `ETag` that guards a change.',
    input: entryParametersSchema,
    responses: { 200: WATCH, 304: UNCHANGED, ...badInput(...QUERY_CODES), 404: NOT_WATCHED },
    async handle(_, { steamId }, request) {
      const { guildId } = toolOf(request)
      const watch = await contextOf().database.read(({ watches }) => watches.get(guildId, steamId))
      if (!watch) return withWatchErrors(Promise.reject(new WatchError({ code: 'not_watched', steamId })))
      return revalidatedJson(toWatchEntry(watch))
    },
  }),
  createPutRoute(contextOf),
  route({
    ...entry,
    method: 'DELETE',
    token: { scope: 'watches:write' },
    operationId: 'deleteWatch',
    summary: 'Take an account off the watch list',
    description: 'What was seen of it is deleted in 30 days, unless another list still has it.',
    input: entryParametersSchema,
    responses: {
      204: { description: 'The account is off the list.', body: null },
      ...badInput(...QUERY_CODES),
      404: NOT_WATCHED,
      412: SHARED_RESPONSES.PreconditionFailed,
    },
    async handle(_, { steamId }, request) {
      const actor = toolActor(toolOf(request))
      await withWatchErrors(
        removeWatch(withinRequest(contextOf(), request), { ...actor, steamId }, preconditionOf(request)),
      )
      return noContent()
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/history/{steamId}',
    token: { scope: 'history' },
    operationId: 'getHistory',
    isCompressed: true,
    summary: 'The ban changes that were seen of an account',
    description:
      'What was recorded while the account was on a watch list of any Discord server; not of which. An account that was never checked has no observations: nothing is known about it then.',
    input: entryParametersSchema,
    responses: {
      200: { description: 'The history.', body: historySchema, examples: { history: exampleHistory } },
      304: UNCHANGED,
      ...badInput(...QUERY_CODES),
    },
    async handle(_, { steamId }, request) {
      return revalidatedJson(toHistoryEntry(await readHistory(contextOf(), toolOf(request).guildId, steamId)))
    },
  }),
]

/** When the check of a new account at Steam ends, after its request was accepted, so that enough time is left to store it. */
const CHECK_UNTIL_MS = 5_000

const createPutRoute = (contextOf: () => WatchRoutesContext): Route =>
  route({
    ...entry,
    method: 'PUT',
    token: { scope: 'watches:write' },
    operationId: 'putWatch',
    summary: 'Watch an account, or change its entry',
    description:
      'A new account is checked at Steam at once; while Steam does not answer, or the share of the Discord server of the calls of the day is used up, the next sweep checks it. A change keeps who added it, and when.',
    parameters: entryParametersSchema,
    input: watchBodySchema,
    responses: {
      200: { ...WATCH, description: 'The entry was changed, or was as asked already.' },
      201: { ...WATCH, description: 'The account is watched.' },
      ...badInput(...BODY_CODES),
      404: NOT_FOUND,
      409: { description: 'The list is full.', codes: ['list_full'] },
      412: SHARED_RESPONSES.PreconditionFailed,
    },
    async handle(_, { steamId, reason, until = null }, request) {
      const context = withinRequest(contextOf(), request)
      refusePastEnd(until, context.clock.unixSeconds())
      const actor = toolActor(toolOf(request))
      const options = {
        precondition: preconditionOf(request),
        checkMs: context.mayToolsAskSteam(actor.guildId) ? CHECK_UNTIL_MS - request.elapsedMs() : 0,
        callContext: request.callContext,
      }
      const { watch, isNew } = await withWatchErrors(putWatch(context, { ...actor, steamId, reason, until }, options))
      return revalidatedJson(toWatchEntry(watch), isNew ? 201 : 200)
    },
  })

const preconditionOf = ({ headers }: RouteContext): WatchPrecondition => readPrecondition(headers, toWatchEntry)

const positionSchema = z.tuple([z.coerce.number().pipe(unixSecondsSchema), steamIdSchema])

const listWatches = (
  context: WatchRoutesContext,
  parameters: PageParameters,
  request: RouteContext,
): Promise<RouteResult> =>
  answerPage(context, parameters, toolOf(request).guildId, {
    kind: 'watches',
    path: LIST,
    position: positionSchema,
    read: ({ watches }: WatchRepositories, guildId, { after, limit }) =>
      watches.newestPart(guildId, after && { addedAt: after[0], steamId: after[1] }, limit),
    positionOf: ({ addedAt, steamId }) => [addedAt, steamId],
    toJson: toWatchEntry,
  })

const toHistoryEntry = ({ steamId, bans, earlier, observations, since, isWatchedHere }: BanHistory) => ({
  steamId,
  isWatchedHere,
  status: bans.status,
  record: bans.record,
  lastBan: bans.lastBan,
  checkedAt: bans.checkedAt,
  earlier: earlier?.bans ?? null,
  since,
  observations: observations.map(({ firstSeenAt, lastSeenAt, record, lastBan, changes }) => ({
    firstSeenAt,
    lastSeenAt,
    record,
    lastBan,
    changes,
  })),
})

/** Answers work on a watch list; rejects with an HttpError for a change that is refused. */
const withWatchErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof WatchError ? toHttpError(error) : error
  })

function toHttpError(error: WatchError): Error {
  const { problem } = error
  switch (problem.code) {
    case 'not_watched':
      return new HttpError('not_watched', `The account ${problem.steamId} is not on this watch list.`)
    case 'list_full':
      return new HttpError('list_full', `The watch list has the ${problem.limit} entries that it may have.`)
    case 'total_full':
      return new HttpError(
        'list_full',
        `All watch lists together have the ${problem.limit} entries that this service may store.`,
      )
    case 'reason_missing':
      return new HttpError('invalid_parameter', 'reason: must not be empty.').about('reason')
    case 'reason_too_long': {
      const { length, limit } = problem
      return new HttpError(
        'invalid_parameter',
        `reason: must have at most ${limit} characters; this one has ${length}.`,
      ).about('reason')
    }
    // No route leads to these, so they are a fault of the service: a 500.
    case 'already_watched':
    case 'until_malformed':
    case 'until_past':
    case 'until_too_far':
    case 'nothing_new':
    case 'role_everyone':
    case 'discord_unavailable':
      return error
  }
}

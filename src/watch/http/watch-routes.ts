import { z } from 'zod'
import { badInput, NOT_FOUND, QUERY_CODES, UNCHANGED } from '../../http/documented-responses.ts'
import { createEntryRoutes, entryParametersSchema } from '../../http/entry-routes.ts'
import { HttpError } from '../../http/errors.ts'
import { listRoute, type ReadEventsCursor } from '../../http/paging.ts'
import { revalidatedJson, route, type Route, toolOf } from '../../http/route.ts'
import examples from '../../http/tool-examples.json' with { type: 'json' }
import { steamIdSchema } from '../../model/account.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { toWatchEntry, WatchError, watchEntrySchema } from '../../model/watch.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { putWatch, type PutWatchContext, removeWatch } from '../entries.ts'
import { type BanHistory, readHistory } from '../history.ts'
import { historySchema, watchBodySchema, watchPageSchema } from './schemas.ts'

const positionSchema = z.tuple([z.coerce.number().pipe(unixSecondsSchema), steamIdSchema])

/** What the routes of watch lists need. */
export interface WatchRoutesContext extends PutWatchContext {
  /** Whether the tools of a Discord server have calls to Steam left today. */
  mayToolsAskSteam: (guildId: string) => boolean
  eventsCursor: ReadEventsCursor<WatchRepositories>
}

/** The routes of the watch list of a Discord server. `contextOf` is called for requests with a valid token only. */
export const createWatchRoutes = (contextOf: () => WatchRoutesContext): Route[] => [
  listRoute(contextOf, {
    kind: 'watches',
    scope: 'watches:read',
    tag: 'Watches',
    operationId: 'listWatches',
    summary: 'The watch list of the Discord server',
    description: 'Newest first, in pages, as `/api/bans`.',
    page: watchPageSchema,
    example: examples.listWatches,
    position: positionSchema,
    read: ({ watches }: WatchRepositories, guildId, { after, limit }) =>
      watches.newestPart(guildId, after && { addedAt: after[0], steamId: after[1] }, limit),
    positionOf: ({ addedAt, steamId }) => [addedAt, steamId],
    toJson: toWatchEntry,
  }),
  ...createEntryRoutes(contextOf, {
    path: '/api/watches',
    tag: 'Watches',
    name: 'Watch',
    entry: { description: 'The entry.', body: watchEntrySchema, examples: { watch: examples.getWatch } },
    missing: { description: 'The account is not on the list.', codes: ['not_watched'] },
    texts: {
      get: {
        summary: 'The entry of an account on the watch list',
        description: 'With the `ETag` that guards a change.',
      },
      put: {
        summary: 'Watch an account, or change its entry',
        description:
          'A new account is checked at Steam at once; while Steam does not answer, or the share of the Discord server of the calls of the day is used up, the next sweep checks it. A change keeps who added it, and when.',
        200: 'The entry was changed, or was as asked already.',
        201: 'The account is watched.',
      },
      delete: {
        summary: 'Take an account off the watch list',
        description: 'What was seen of it is deleted in 30 days, unless another list still has it.',
        204: 'The account is off the list.',
      },
    },
    body: watchBodySchema,
    refusals: { 404: NOT_FOUND, 409: { description: 'The list is full.', codes: ['list_full'] } },
    toJson: toWatchEntry,
    toHttpError,
    async get({ database }, guildId, steamId) {
      const watch = await database.read(({ watches }) => watches.get(guildId, steamId))
      if (!watch) throw new WatchError({ code: 'not_watched', steamId })
      return watch
    },
    async put(context, given, precondition, { callContext }) {
      const mayAsk = context.mayToolsAskSteam(given.guildId)
      const { watch, isNew } = await putWatch(context, given, { precondition, mayAsk, callContext })
      return { entry: watch, isNew }
    },
    remove: removeWatch,
  }),
  route({
    method: 'GET',
    path: '/api/history/{steamId}',
    token: { scope: 'history' },
    tag: 'Watches',
    cost: 'lookup',
    operationId: 'getHistory',
    isCompressed: true,
    summary: 'The ban changes that were seen of an account',
    description:
      'What was recorded while the account was on a watch list of any Discord server; not of which. An account that was never checked has no observations: nothing is known about it then.',
    input: entryParametersSchema,
    responses: {
      200: { description: 'The history.', body: historySchema, examples: { history: examples.getHistory } },
      304: UNCHANGED,
      ...badInput(...QUERY_CODES),
    },
    async handle(_, { steamId }, request) {
      return revalidatedJson(toHistoryEntry(await readHistory(contextOf(), toolOf(request).guildId, steamId)))
    },
  }),
]

const toHistoryEntry = ({ bans, earlier, ...history }: BanHistory) =>
  historySchema.parse({ ...history, ...bans, earlier: earlier?.bans ?? null })

/** Converts an error of a watch list that a tool can cause to an HttpError. */
function toHttpError(error: unknown): unknown {
  if (!(error instanceof WatchError)) return error
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
    case 'discord_unavailable':
      return error
  }
}

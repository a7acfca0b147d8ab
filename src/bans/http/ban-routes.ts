import { badInput, BODY_CODES, QUERY_CODES, SHARED_RESPONSES, UNCHANGED } from '../../http/documented-responses.ts'
import { entryParametersSchema, refusePastEnd } from '../../http/entry-parameters.ts'
import {
  answerPage,
  idPositionSchema,
  type PageParameters,
  PAGE_COST,
  pageParametersSchema,
} from '../../http/paging.ts'
import { readPrecondition } from '../../http/precondition.ts'
import { withinRequest } from '../../http/within-request.ts'
import {
  revalidatedJson,
  noContent,
  route,
  toolOf,
  type DocumentedResponse,
  type Route,
  type RouteContext,
  type RouteResult,
} from '../../http/route.ts'
import { BanError, banSchema, toBanEntry } from '../../model/ban.ts'
import { toolActor } from '../../model/tool-token.ts'
import { type BanPrecondition, putBan } from '../add-bans.ts'
import { liftBan } from '../lift-ban.ts'
import { toBanName } from '../ban-texts.ts'
import type { BanRepositories } from '../database/repositories.ts'
import type { BanRoutesContext } from './ban-context.ts'
import { withBanErrors } from './ban-errors.ts'
import { exampleBan, exampleBanPage } from './examples.ts'
import { createFileRoutes } from './file-routes.ts'
import { banBodySchema, banPageSchema } from './schemas.ts'

const LIST = '/api/bans'
const shared = { tag: 'Bans', cost: 'lookup' } as const
const entry = { ...shared, path: `${LIST}/{steamId}` } as const
const NOT_BANNED: DocumentedResponse = { description: 'The account has no active ban here.', codes: ['not_banned'] }
const BAN: DocumentedResponse = { description: 'The ban.', body: banSchema, examples: { ban: exampleBan } }

/** The routes of the ban list of a Discord server. `contextOf` is called for requests with a valid token only. */
export const createBanRoutes = (contextOf: () => BanRoutesContext): Route[] => [
  ...createEntryRoutes(contextOf),
  ...createFileRoutes(contextOf),
]

function createEntryRoutes(contextOf: () => BanRoutesContext): Route[] {
  return [
    route({
      ...shared,
      method: 'GET',
      path: LIST,
      token: { scope: 'bans:read' },
      operationId: 'listBans',
      summary: 'The active bans of the Discord server',
      description:
        'Newest first, in pages. To keep a copy up to date, read all pages, then follow the events from `eventsCursor` of the first one.',
      extraCost: PAGE_COST,
      isCompressed: true,
      input: pageParametersSchema,
      responses: {
        200: { description: 'A page.', body: banPageSchema, examples: { page: exampleBanPage } },
        ...badInput(...QUERY_CODES, 'invalid_cursor'),
      },
      handle: (_, parameters, request) => listBans(contextOf(), parameters, request),
    }),
    route({
      ...entry,
      method: 'GET',
      token: { scope: 'bans:read' },
      operationId: 'getBan',
      summary: 'The ban of an account',
      description: 'With the `ETag` that guards a change.',
      input: entryParametersSchema,
      responses: { 200: BAN, 304: UNCHANGED, ...badInput(...QUERY_CODES), 404: NOT_BANNED },
      async handle(_, { steamId }, request) {
        const { database, clock } = contextOf()
        const { guildId } = toolOf(request)
        const [ban] = await database.read(({ bans }) => bans.activeOf(guildId, [steamId], clock.unixSeconds()))
        if (!ban) return withBanErrors(Promise.reject(new BanError({ code: 'not_banned', steamId, lifted: null })))
        return revalidatedJson(toBanEntry(ban))
      },
    }),
    createPutRoute(contextOf),
    route({
      ...entry,
      method: 'DELETE',
      token: { scope: 'bans:write' },
      operationId: 'deleteBan',
      summary: 'Lift the ban of an account',
      description: 'The account may join within two seconds, unless a rule of the policy refuses it.',
      input: entryParametersSchema,
      responses: {
        204: { description: 'The ban is lifted.', body: null },
        ...badInput(...QUERY_CODES),
        404: NOT_BANNED,
        412: SHARED_RESPONSES.PreconditionFailed,
      },
      async handle(_, { steamId }, request) {
        const actor = toolActor(toolOf(request))
        await withBanErrors(
          liftBan(withinRequest(contextOf(), request), { ...actor, steamId }, preconditionOf(request)),
        )
        return noContent()
      },
    }),
  ]
}

const createPutRoute = (contextOf: () => BanRoutesContext): Route =>
  route({
    ...entry,
    method: 'PUT',
    token: { scope: 'bans:write' },
    operationId: 'putBan',
    summary: 'Ban an account, or change its ban',
    description:
      'Game servers refuse the account within two seconds. A ban with the same reason, note and end stays as it is, so it may be sent again. `If-Match` guards a change, `If-None-Match: *` creates only.',
    parameters: entryParametersSchema,
    input: banBodySchema,
    responses: {
      200: { ...BAN, description: 'The ban was changed, or was as asked already.' },
      201: { ...BAN, description: 'The account is banned.' },
      ...badInput(...BODY_CODES),
      409: {
        description: 'The list is full, or an exception of the policy lets the account in.',
        codes: ['list_full', 'account_exempted'],
      },
      412: SHARED_RESPONSES.PreconditionFailed,
    },
    async handle(_, { steamId, until = null, ...texts }, request) {
      const context = withinRequest(contextOf(), request)
      refusePastEnd(until, context.clock.unixSeconds())
      const name = toBanName(await context.rememberedName(steamId))
      const given = { ...toolActor(toolOf(request)), ...texts, steamId, name, until }
      const { ban, isNew } = await withBanErrors(putBan(context, given, preconditionOf(request)))
      return revalidatedJson(toBanEntry(ban), isNew ? 201 : 200)
    },
  })

const preconditionOf = ({ headers }: RouteContext): BanPrecondition => readPrecondition(headers, toBanEntry)

const listBans = (context: BanRoutesContext, parameters: PageParameters, request: RouteContext): Promise<RouteResult> =>
  answerPage(context, parameters, toolOf(request).guildId, {
    kind: 'bans',
    path: LIST,
    position: idPositionSchema,
    read: ({ bans }: BanRepositories, guildId, { after, limit }) =>
      bans.newestPart(guildId, after?.[0] ?? null, limit, context.clock.unixSeconds()),
    positionOf: ({ id }) => [id],
    toJson: toBanEntry,
  })

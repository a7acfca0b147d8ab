import { createEntryRoutes } from '../../http/entry-routes.ts'
import { HttpError } from '../../http/errors.ts'
import { idPositionSchema, listRoute } from '../../http/paging.ts'
import type { Route } from '../../http/route.ts'
import examples from '../../http/tool-examples.json' with { type: 'json' }
import { BanError, banSchema, toBanEntry } from '../../model/ban.ts'
import { putBan } from '../add-bans.ts'
import { toBanName } from '../ban-texts.ts'
import type { BanRepositories } from '../database/repositories.ts'
import { liftBan } from '../lift-ban.ts'
import { type BanRoutesContext, createFileRoutes } from './file-routes.ts'
import { banBodySchema, banPageSchema } from './schemas.ts'

/** The routes of the ban list of a Discord server. `contextOf` is called for requests with a valid token only. */
export const createBanRoutes = (contextOf: () => BanRoutesContext): Route[] => [
  listRoute(contextOf, {
    kind: 'bans',
    scope: 'bans:read',
    tag: 'Bans',
    operationId: 'listBans',
    summary: 'The active bans of the Discord server',
    description:
      'Newest first, in pages. To keep a copy up to date, read all pages, then follow the events from `eventsCursor` of the first one.',
    page: banPageSchema,
    example: examples.listBans,
    position: idPositionSchema,
    read: ({ bans }: BanRepositories, guildId, { after, limit, now }) =>
      bans.newestPart(guildId, after?.[0] ?? null, limit, now),
    positionOf: ({ id }) => [id],
    toJson: toBanEntry,
  }),
  ...createEntryRoutes(contextOf, {
    path: '/api/bans',
    tag: 'Bans',
    name: 'Ban',
    entry: { description: 'The ban.', body: banSchema, examples: { ban: examples.getBan } },
    missing: { description: 'The account has no active ban here.', codes: ['not_banned'] },
    texts: {
      get: { summary: 'The ban of an account', description: 'With the `ETag` that guards a change.' },
      put: {
        summary: 'Ban an account, or change its ban',
        description:
          'Game servers refuse the account within two seconds. A ban with the same reason, note and end stays as it is, so it may be sent again. `If-Match` guards a change, `If-None-Match: *` creates only.',
        200: 'The ban was changed, or was as asked already.',
        201: 'The account is banned.',
      },
      delete: {
        summary: 'Lift the ban of an account',
        description: 'The account may join within two seconds, unless a rule of the policy refuses it.',
        204: 'The ban is lifted.',
      },
    },
    body: banBodySchema,
    refusals: {
      409: {
        description: 'The list is full, or an exception of the policy lets the account in.',
        codes: ['list_full', 'account_exempted'],
      },
    },
    toJson: toBanEntry,
    toHttpError,
    async get({ database, clock }, guildId, steamId) {
      const [ban] = await database.read(({ bans }) => bans.activeOf(guildId, [steamId], clock.unixSeconds()))
      if (!ban) throw new BanError({ code: 'not_banned', steamId, lifted: null })
      return ban
    },
    async put(context, given, precondition) {
      const name = toBanName(await context.rememberedName(given.steamId))
      const { ban, isNew } = await putBan(context, { ...given, name }, precondition)
      return { entry: ban, isNew }
    },
    remove: liftBan,
  }),
  ...createFileRoutes(contextOf, toHttpError),
]

/** Converts an error of a ban list that a tool can cause to an HttpError. */
function toHttpError(error: unknown): unknown {
  if (!(error instanceof BanError)) return error
  const { problem } = error
  if ('field' in problem) {
    const { field, length, limit } = problem
    const message = `${field}: must have at most ${limit} characters; this one has ${length}.`
    return new HttpError('invalid_parameter', message).about(field)
  }
  switch (problem.code) {
    case 'not_banned':
      return new HttpError('not_banned', `The account ${problem.steamId} has no active ban on this list.`)
    case 'ban_list_full':
      return new HttpError('list_full', `The ban list would have more than the ${problem.limit} bans that it may have.`)
    case 'all_bans_full':
      return new HttpError(
        'list_full',
        `All lists together have the ${problem.limit} bans that this service may store.`,
      )
    case 'exempted':
      return new HttpError(
        'account_exempted',
        `An exception of the policy lets ${problem.steamIds.join(', ')} in; remove it first, with /policy exceptions in Discord.`,
      )
    case 'list_not_read':
      return new HttpError(
        'request_timeout',
        'The list could not be read in time, so nothing was changed; try again, or send it in parts.',
      )
    // No route leads to the others, so they are a fault of the service: a 500.
    default:
      return error
  }
}

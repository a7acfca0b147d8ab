import { z } from 'zod'
import type { Actor } from '../model/actor.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { toolActor } from '../model/tool-token.ts'
import { MAX_UNIX_SECONDS } from '../model/unix-seconds.ts'
import { badInput, BODY_CODES, QUERY_CODES, SHARED_RESPONSES, UNCHANGED } from './documented-responses.ts'
import { HttpError } from './errors.ts'
import { type Precondition, readPrecondition } from './precondition.ts'
import { quoted } from './quoted.ts'
import {
  type DocumentedResponse,
  noContent,
  revalidatedJson,
  route,
  type Route,
  type RouteContext,
  type RouteTag,
  toolOf,
} from './route.ts'

/** The parameter in the path of an entry about an account. */
export const entryParametersSchema = z.object({
  steamId: z
    .string()
    .refine(isSteamId, 'must be a 17-digit SteamID64')
    .meta({ description: 'A SteamID64, 17 digits.', pattern: '^\\d{17}$', example: '76561197960287930' }),
})

/** Longer texts are refused before they are cleaned. */
const MAX_TEXT = 2_000

/** A text of an entry, of which at most `limit` characters remain when it is cleaned. */
export const entryTextSchema = (limit: number) =>
  z
    .string({
      error: ({ input }) =>
        typeof input === 'string'
          ? `must have at most ${limit} characters; this one has ${Array.from(input).length}`
          : `must be a string; this one is ${quoted(input)}`,
    })
    .max(MAX_TEXT)
    .meta({ maxLength: limit })

const WHOLE_SECONDS = `must be null or a time in Unix seconds, a whole number of at most ${MAX_UNIX_SECONDS}`

/** When an entry ends, Unix seconds; null for an entry without an end. */
export const entryEndSchema = z
  .int({ error: ({ input }) => `${WHOLE_SECONDS}; this one is ${quoted(input)}` })
  .min(0)
  .max(MAX_UNIX_SECONDS)
  .nullable()

/** Throws an HttpError for an end of an entry, Unix seconds, that is not after `now`; null is an entry without an end. */
function refusePastEnd(until: number | null, now: number): void {
  if (until !== null && until <= now)
    throw new HttpError(
      'invalid_parameter',
      `until: must be null or a time in the future, in Unix seconds; this one is ${until}, and now it is ${now}.`,
    ).about('until')
}

/** Runs work in a transaction, which is rolled back if the work rejects. */
interface Transactions<Repositories> {
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
}

/**
 * A context for the changes of one request: a transaction is rolled back if the request was given up before the commit, so that a change which
 * is answered with a 503 is not made later.
 */
export const withinRequest = <Repositories, Context extends { database: Transactions<Repositories> }>(
  context: Context & { database: Transactions<Repositories> },
  { callContext }: Pick<RouteContext, 'callContext'>,
): Context => {
  // The first access to the signal starts the deadline.
  const { signal } = callContext
  const transaction = <T>(work: (repositories: Repositories) => Promise<T>) =>
    context.database.transaction(async (repositories) => {
      const result = await work(repositories)
      signal.throwIfAborted()
      return result
    })
  return { ...context, database: { ...context.database, transaction } }
}

/** A description of an operation, for the document. */
interface Described {
  summary: string
  description: string
}

interface EntryContext<Repositories> {
  database: Transactions<Repositories>
  clock: { unixSeconds: () => number }
}

/** What is given for an entry, besides its end. */
type Given<Terms> = Omit<Terms, 'until'> & { steamId: SteamId; until: number | null }

/** A list of a Discord server with one entry for each account at most. */
interface EntryList<Context, Entry, Terms> {
  /** The path of the list, which is also the beginning of its scopes: `/api/bans`, `bans:read` and `bans:write`. */
  path: '/api/bans' | '/api/watches'
  tag: RouteTag
  /** The name of an entry in the names of the operations: `Ban` for `getBan`. */
  name: string
  entry: DocumentedResponse
  missing: DocumentedResponse
  texts: { get: Described; put: Described & Record<200 | 201, string>; delete: Described & { 204: string } }
  /** The fields that are sent for an entry. */
  body: z.ZodObject & z.ZodType<Terms>
  /** Further answers to a change. */
  refusals: Record<number, DocumentedResponse>
  /** The entry as tools have it. */
  toJson: (entry: Entry) => object
  /** Converts an error of the list to an HttpError. */
  toHttpError: (error: unknown) => unknown
  get: (context: Context, guildId: string, steamId: SteamId) => Promise<Entry>
  put: (
    context: Context,
    given: Actor & Given<Terms>,
    precondition: Precondition<Entry>,
    request: RouteContext,
  ) => Promise<{ entry: Entry; isNew: boolean }>
  remove: (
    context: NoInfer<Context>,
    account: Actor & { steamId: SteamId },
    precondition: Precondition<Entry>,
  ) => Promise<unknown>
}

/** The routes that read, put and remove an entry of a list. `contextOf` is called for requests with a valid token only. */
export function createEntryRoutes<
  Repositories,
  Context extends EntryContext<Repositories>,
  Entry,
  Terms extends { until?: number | null | undefined },
>(contextOf: () => Context & EntryContext<Repositories>, list: EntryList<Context, Entry, Terms>): Route[] {
  const { tag, name, missing, texts, toJson } = list
  const path = `${list.path}/{steamId}`
  const resource = list.path === '/api/bans' ? 'bans' : 'watches'
  const [read, write] = [{ scope: `${resource}:read` }, { scope: `${resource}:write` }] as const
  const preconditionOf = ({ headers }: RouteContext) => readPrecondition(headers, toJson)
  const orHttpError = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw list.toHttpError(error)
    })
  const forRequest = (request: RouteContext) => withinRequest<Repositories, Context>(contextOf(), request)
  const ofAccount = { cost: 'lookup', tag, path } as const
  return [
    route({
      ...ofAccount,
      method: 'GET',
      token: read,
      operationId: `get${name}`,
      ...texts.get,
      input: entryParametersSchema,
      responses: { 200: list.entry, 304: UNCHANGED, ...badInput(...QUERY_CODES), 404: missing },
      handle: async (_, { steamId }, request) =>
        revalidatedJson(toJson(await orHttpError(list.get(contextOf(), toolOf(request).guildId, steamId)))),
    }),
    route<Terms, unknown, z.infer<typeof entryParametersSchema>>({
      ...ofAccount,
      method: 'PUT',
      token: write,
      operationId: `put${name}`,
      summary: texts.put.summary,
      description: texts.put.description,
      parameters: entryParametersSchema,
      input: list.body,
      responses: {
        200: { ...list.entry, description: texts.put[200] },
        201: { ...list.entry, description: texts.put[201] },
        ...badInput(...BODY_CODES),
        412: SHARED_RESPONSES.PreconditionFailed,
        ...list.refusals,
      },
      async handle(_, { until = null, ...given }, request) {
        const context = forRequest(request)
        refusePastEnd(until, context.clock.unixSeconds())
        const terms = { ...given, until, ...toolActor(toolOf(request)) }
        const { entry, isNew } = await orHttpError(list.put(context, terms, preconditionOf(request), request))
        return revalidatedJson(toJson(entry), isNew ? 201 : 200)
      },
    }),
    route({
      ...ofAccount,
      method: 'DELETE',
      token: write,
      operationId: `delete${name}`,
      summary: texts.delete.summary,
      description: texts.delete.description,
      input: entryParametersSchema,
      responses: {
        204: { description: texts.delete[204], body: null },
        ...badInput(...QUERY_CODES),
        404: missing,
        412: SHARED_RESPONSES.PreconditionFailed,
      },
      async handle(_, { steamId }, request) {
        const account = { ...toolActor(toolOf(request)), steamId }
        await orHttpError(list.remove(forRequest(request), account, preconditionOf(request)))
        return noContent()
      },
    }),
  ]
}

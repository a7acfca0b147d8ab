import { z } from 'zod'
import { type CursorOwner, type Position, readCursor, readCursorOwner, writeCursor } from '../lib/cursor.ts'
import type { ToolScope } from '../model/tool-token.ts'
import { badInput, QUERY_CODES } from './documented-responses.ts'
import { HttpError } from './errors.ts'
import { quoted } from './quoted.ts'
import { type AnyRoute, route, type Route, type RouteResult, toolOf } from './route.ts'

const MAX_LIMIT = 200
const DEFAULT_LIMIT = 100
const MAX_CURSOR = 256
/** The additional cost of a page. */
export const PAGE_COST = { forPartsOf: 'limit', each: DEFAULT_LIMIT } as const

/** The parameters of a list that is read in pages. */
export const pageParametersSchema = z.object({
  limit: z
    .string()
    .regex(/^[0-9]{1,9}$/, `must be a whole number from 1 to ${MAX_LIMIT}`)
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1').max(MAX_LIMIT, `must be at most ${MAX_LIMIT}`))
    .default(DEFAULT_LIMIT)
    .meta({ description: `Maximum number of entries of a page; ${DEFAULT_LIMIT} by default.`, example: 50 }),
  after: z
    .string()
    .max(MAX_CURSOR, `must have at most ${MAX_CURSOR} characters`)
    .optional()
    .meta({ description: 'The `next` of the page before.' }),
})
export type PageParameters = z.infer<typeof pageParametersSchema>

const MAX_ID = 2_147_483_647
/** The position of an entry with an id of the database. */
export const idPositionSchema = z.tuple([z.coerce.number().max(MAX_ID)])

/** Reads the position after which a page begins; null for the first page. Throws a 400 HttpError for a cursor of something else. */
function readPosition<T>({ after }: Pick<PageParameters, 'after'>, owner: CursorOwner, schema: z.ZodType<T>): T | null {
  if (after === undefined) return null
  const position = schema.safeParse(readCursor(after, owner))
  if (position.success) return position.data
  throw invalidCursor(after, owner).about('after')
}

/** The error for a text that is no cursor of this list; says what is wrong as far as the text itself shows it. */
export function invalidCursor(text: string, { kind, guildId }: CursorOwner): HttpError {
  const owner = readCursorOwner(text)
  if (owner && owner.guildId !== guildId)
    return new HttpError('invalid_cursor', 'The cursor belongs to another Discord server than the token.')
  if (owner && owner.kind !== kind)
    return new HttpError('invalid_cursor', `The cursor belongs to the list ${quoted(owner.kind)}, not to "${kind}".`)
  return new HttpError('invalid_cursor', 'This is not a cursor; send one exactly as it was received, or none.')
}

/** The schema of `next` in every page. */
export const nextSchema = z
  .string()
  .nullable()
  .meta({ description: 'The `after` of the next page, which the header `Link` has too; null on the last page.' })

/**
 * The headers of a page: `Link` has the URL of the next one, with the parameters of this one and `next` as `after`; without a next page there
 * is none.
 */
export const linkHeaders = (
  path: string,
  parameters: Record<string, string | undefined>,
  next: string | null,
): Record<string, string> => {
  if (next === null) return {}
  const given = Object.entries({ ...parameters, after: next }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { link: `<${path}?${new URLSearchParams(given).toString()}>; rel="next"` }
}

/** Reads from where tools follow the events of a Discord server; to be called before the list that they continue is read. */
export type ReadEventsCursor<Repositories> = (repositories: Repositories, guildId: string) => Promise<string>

/** The schema of `eventsCursor` in the first page of a list. */
export const eventsCursorSchema = z.string().optional().meta({
  description:
    'Only on the first page: `GET /api/events?after=` with it tells all changes since this page was read, so that nothing is missed.',
})

/** The schema of `eventsCursor` in the first page of a list of which the events tell only a part. */
export const partialEventsCursorSchema = z.string().optional().meta({
  description:
    'Only on the first page: `GET /api/events?after=` with it tells what is posted in Discord since this page was read. That is less than this list shows, so that a copy of the list reads its first pages again.',
})

/** A list of a Discord server, newest entry first, that is read in pages at `/api/` and its name. */
interface PagedList<Repositories, Start, Entry> extends Pick<AnyRoute, 'tag' | 'operationId' | 'summary'> {
  /** The name of the list, also in its JSON. */
  kind: string
  scope: ToolScope
  description: string
  /** The schema of a page, and an example of one. */
  page: z.ZodObject
  example: object
  position: z.ZodType<Start>
  /** Reads at most `limit` entries after a position, or from the newest one, as they are at `now`, Unix seconds. */
  read: (
    repositories: Repositories,
    guildId: string,
    part: { after: Start | null; limit: number; now: number },
  ) => Promise<readonly Entry[]>
  positionOf: (entry: Entry) => Position
  /** The entry as tools have it. */
  toJson: (entry: Entry) => object
}

/** What the route of a list needs. */
export interface ListContext<Repositories> {
  database: { read: <T>(work: (repositories: Repositories) => Promise<T>, guildId: string) => Promise<T> }
  clock: { unixSeconds: () => number }
  eventsCursor: ReadEventsCursor<Repositories>
}

/**
 * The route of a list. On the first page, the cursor of the events is read before the list, in the same transaction. A page has no `ETag`, because
 * a client that revalidates would keep an `eventsCursor` until it has expired.
 */
export function listRoute<Repositories, Start, Entry>(
  contextOf: () => ListContext<Repositories>,
  list: PagedList<Repositories, Start, Entry>,
): Route {
  const { kind, scope, tag, operationId, summary, description, page, example } = list
  const path = `/api/${kind}`
  return route({
    method: 'GET',
    path,
    token: { scope },
    tag,
    cost: 'lookup',
    extraCost: PAGE_COST,
    isCompressed: true,
    ...(operationId !== undefined && { operationId }),
    summary,
    description,
    input: pageParametersSchema,
    responses: {
      200: { description: 'A page.', body: page, examples: { page: example } },
      ...badInput(...QUERY_CODES, 'invalid_cursor'),
    },
    async handle(_, parameters, request): Promise<RouteResult> {
      const { database, eventsCursor, clock } = contextOf()
      const { guildId } = toolOf(request)
      const { limit } = parameters
      const owner = { kind, guildId }
      const after = readPosition(parameters, owner, list.position)
      const now = clock.unixSeconds()
      const { cursor, found } = await database.read(
        async (repositories) => ({
          cursor: after === null ? await eventsCursor(repositories, guildId) : undefined,
          found: await list.read(repositories, guildId, { after, limit: limit + 1, now }),
        }),
        guildId,
      )
      const entries = found.slice(0, limit)
      const last = entries.at(-1)
      const next = found.length > limit && last !== undefined ? writeCursor(owner, list.positionOf(last)) : null
      const value = {
        [kind]: entries.map(list.toJson),
        next,
        ...(cursor === undefined ? {} : { eventsCursor: cursor }),
      }
      return { kind: 'json', value, status: 200, headers: linkHeaders(path, { limit: String(limit) }, next) }
    },
  })
}

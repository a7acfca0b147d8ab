import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { banSchema } from '../../model/ban.ts'
import { seenChangesSchema } from '../../model/ban-record.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { EVENT_TYPES, EVENTS, type EventType } from '../../model/event.ts'
import { joinEntrySchema, refusalEntrySchema } from '../../model/join.ts'
import type { ToolGrant } from '../../model/tool-token.ts'
import { watchEntrySchema } from '../../model/watch.ts'
import { noneOfScopes, scopeMissing } from '../../http/access.ts'
import { readQualities } from '../../http/compression.ts'
import { HttpError } from '../../http/errors.ts'
import { invalidCursor, linkHeaders, nextSchema, PAGE_COST, pageParametersSchema } from '../../http/paging.ts'
import { quoted } from '../../http/quoted.ts'
import { route, toolOf, type Route, type RouteContext, type RouteResult } from '../../http/route.ts'
import examples from '../../http/tool-examples.json' with { type: 'json' }
import type { EventRepositories } from '../database/repositories.ts'
import { type EventFollowers, type Followed, MAX_FOLLOWERS } from '../follow-events.ts'
import { CursorError, eventsOwner, findStart, readableTypes, readEvents } from '../read-events.ts'

/** The object that an event of each type is about, as `GET` shows it. */
const OBJECTS = {
  'account.ban_changed': seenChangesSchema,
  'account.joined': joinEntrySchema,
  'player.refused': refusalEntrySchema,
  'ban.added': banSchema,
  'ban.changed': banSchema,
  'ban.removed': banSchema,
  'watch.added': watchEntrySchema,
  'watch.changed': watchEntrySchema,
  'watch.removed': watchEntrySchema,
} as const satisfies Record<EventType, z.ZodType>

/** The name of a type in the document: `AccountBanChangedEvent` for `account.ban_changed`. */
const nameOf = (type: EventType) =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const eventOf = (type: EventType) =>
  z
    .object({
      id: z.string().meta({ description: 'An opaque text, also the cursor after which the next events follow.' }),
      type: z.literal(type),
      at: unixSecondsSchema.meta({ description: 'When it happened, Unix seconds.' }),
      by: z.string().nullable().meta({
        description:
          'Who made the change: the Discord id of a user, or `token:<name>` for a tool; null for the service itself.',
      }),
      object: OBJECTS[type],
    })
    .meta({ id: nameOf(type) })

const kinds = EVENT_TYPES.map(eventOf) as [ReturnType<typeof eventOf>, ...ReturnType<typeof eventOf>[]]

export const eventSchema = z.discriminatedUnion('type', kinds).meta({
  id: 'CommunityEvent',
  description:
    'A change, with its object as `GET` shows it after the change, or before a removal. Types may be added; skip those that you do not know.',
})

const eventPageSchema = z
  .object({
    events: z.array(eventSchema).meta({ description: 'In the order of the commits.' }),
    next: nextSchema,
    cursor: z.string().meta({
      description: 'The `after` of what happens later, also on the last page and if `events` is empty.',
    }),
    hasMore: z.boolean().meta({ deprecated: true, description: 'Whether `next` is not null.' }),
  })
  .meta({ id: 'EventPage' })

/** What the route of events needs. */
export interface EventRoutesContext {
  database: Pick<Database<EventRepositories>, 'read'>
  followers: EventFollowers
  clock: Pick<Clock, 'unixSeconds'>
  /** Whether a token has neither expired nor been revoked, for a stream that it has opened. */
  isValid: (tool: ToolGrant, now: number) => boolean
}

const PATH = '/api/events'

const inputSchema = pageParametersSchema.extend({
  after: pageParametersSchema.shape.after.meta({
    description:
      'The id of the last event that was read, or `eventsCursor` of a list. Without it, the first is the oldest event of the time for which all types that are asked for are kept.',
  }),
  types: z
    .array(
      z.enum(EVENT_TYPES, {
        error: ({ input }) => `${quoted(input)} is not a type of events; send some of ${EVENT_TYPES.join(',')}`,
      }),
    )
    .optional()
    .meta({
      description: 'Only events of these types, separated by commas; the parameter may also be repeated.',
      example: ['ban.added', 'ban.removed'],
    }),
})
type Input = z.output<typeof inputSchema>

/**
 * The route by which tools follow the events of their Discord server: in pages, or as a stream. `contextOf` is called for requests with a valid
 * token only.
 */
export const createEventRoutes = (contextOf: () => EventRoutesContext): Route[] => [
  route({
    method: 'GET',
    path: PATH,
    tag: 'Tools',
    token: { scope: null },
    cost: 'lookup',
    operationId: 'readEvents',
    summary: 'Follow what happens',
    description: `Events of the types that the scopes of the token may read, in the order of the commits. With \`Accept: text/event-stream\` the answer is a stream that goes on as events happen: each has an \`id\`, which \`Last-Event-ID\` resumes, and \`data\`. A lone \`id\` is a newer cursor. An event \`current\`, once, says that all events until now were sent. An event \`end\` says why the stream ends. Events about bans and watches are kept for 30 days, joins for 48 hours, refusals for 7 days. A Discord server can have ${MAX_FOLLOWERS} streams on each process.`,
    extraCost: PAGE_COST,
    isCompressed: true,
    input: inputSchema,
    responses: {
      200: {
        description: 'The next events, or the stream.',
        body: eventPageSchema,
        examples: { events: examples.readEvents },
        otherTypes: { 'text/event-stream': eventSchema },
      },
      400: {
        description: 'The cursor is not one of this Discord server, or a parameter is not accepted.',
        codes: ['invalid_cursor', 'repeated_parameter', 'invalid_parameter'],
      },
      403: { description: 'The token lacks the scope for a type of events.', codes: ['scope_missing'] },
      410: {
        description: 'Events after the cursor may be missing; read the lists again.',
        codes: ['cursor_expired'],
      },
      429: {
        description: 'Too many requests, or too many streams, of the tools of the Discord server.',
        codes: ['rate_limited', 'too_many_streams'],
      },
    },
    async handle(_, input: Input, request): Promise<RouteResult> {
      const tool = toolOf(request)
      const types = typesOf(tool, input.types)
      const { accept, 'last-event-id': lastId } = request.headers
      const isStream = wantsStream(accept)
      const cursor = (isStream ? oneOf(lastId) : undefined) ?? input.after
      const work = isStream
        ? openFeed(contextOf(), tool, types, cursor, request)
        : readPage(contextOf(), tool, types, input)
      return work.catch((error: unknown) => {
        throw toHttpError(error, cursor, tool)
      })
    },
  }),
]

async function readPage(
  { database, clock }: EventRoutesContext,
  { guildId }: ToolGrant,
  types: readonly EventType[],
  input: Input,
): Promise<RouteResult> {
  const { after, limit } = input
  const now = clock.unixSeconds()
  const { events, cursor, hasMore } = await database.read(async (repositories) => {
    const from = await findStart(repositories, after, { guildId, types, now })
    return readEvents(repositories, { guildId, types, from, limit, now })
  }, guildId)
  const next = hasMore ? cursor : null
  const headers = linkHeaders(PATH, { limit: String(limit), types: input.types?.join() }, next)
  return { kind: 'json', value: { events, next, cursor, hasMore }, status: 200, headers }
}

async function openFeed(
  { database, followers, clock, isValid }: EventRoutesContext,
  tool: ToolGrant,
  types: readonly EventType[],
  cursor: string | undefined,
  { callContext: { signal } }: RouteContext,
): Promise<RouteResult> {
  const { guildId } = tool
  const now = clock.unixSeconds()
  const from = await database.read((repositories) => findStart(repositories, cursor, { guildId, types, now }), guildId)
  const check = () => {
    if (!isValid(tool, clock.unixSeconds())) throw tokenEnded()
  }
  const events = await followers.follow({ guildId, types, from, signal, check })
  if (!events) throw tooManyFollowers()
  return { kind: 'feed', feed: toFeed(events, cursor, tool) }
}

/** Whether a client prefers a stream to a page; one that names only wildcards gets a page. */
function wantsStream(accept: string | undefined): boolean {
  const qualities = readQualities(accept ?? '')
  return (qualities.get('text/event-stream') ?? 0) > (qualities.get('application/json') ?? 0)
}

const oneOf = (header: string | string[] | undefined): string | undefined => {
  const [value = ''] = [header].flat()
  return value === '' ? undefined : value
}

/** The types of events that a tool asks for; throws `scope_missing`. */
function typesOf({ scopes }: ToolGrant, asked: readonly EventType[] | undefined): readonly EventType[] {
  const readable = readableTypes(scopes)
  const refused = asked?.find((type) => !readable.includes(type))
  if (refused !== undefined) throw scopeMissing(EVENTS[refused].scope)
  if (readable.length === 0) throw noneOfScopes([...new Set(EVENT_TYPES.map((type) => EVENTS[type].scope))])
  return EVENT_TYPES.filter((type) => readable.includes(type) && (asked?.includes(type) ?? true))
}

/** Not null, because clients by the standard leave out events without data. */
const NOTHING = {}

async function* toFeed(events: AsyncIterable<Followed>, cursor: string | undefined, tool: ToolGrant) {
  try {
    for await (const { id, event, isCurrent } of events)
      yield isCurrent ? { id, name: 'current', data: NOTHING } : { id, data: event }
  } catch (error) {
    throw toHttpError(error, cursor, tool)
  }
}

function toHttpError(error: unknown, cursor: string | undefined, { guildId }: ToolGrant): unknown {
  if (!(error instanceof CursorError)) return error
  if (error.problem === 'invalid_cursor') return invalidCursor(cursor ?? '', eventsOwner(guildId)).about('after')
  return new HttpError(
    'cursor_expired',
    'Events after this cursor may be missing. Read the lists again, and go on from the "eventsCursor" of their first pages.',
  )
}

const tokenEnded = () => new HttpError('unauthorized', 'The token was revoked or has expired; the stream ends.')

const tooManyFollowers = () =>
  new HttpError(
    'too_many_streams',
    `The Discord server has ${MAX_FOLLOWERS} streams of events on this process already; close one, or try again in 30 s.`,
    { 'retry-after': '30' },
  )

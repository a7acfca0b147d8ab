import { z } from 'zod'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { type CursorOwner, readCursor, writeCursor } from '../lib/cursor.ts'
import { EVENT_TYPES, EVENTS, type EventType } from '../model/event.ts'
import type { ToolScope } from '../model/tool-token.ts'
import { MAX_UNIX_SECONDS } from '../model/unix-seconds.ts'
import type { EventRepositories } from './database/repositories.ts'

/** A position in the events of a Discord server: everything up to it has been read. */
export interface EventPosition {
  /** The id of the stored event. */
  id: number
  /** A time at which everything up to this position had been stored, and nothing after it; Unix seconds. */
  at: number
}

/** When the database got events, and when it was last restored (`meta.epoch`). */
type Epoch = readonly [createdAt: number, restoredAt: number]

/** What the cursors of the events of a Discord server belong to. */
export const eventsOwner = (guildId: string): CursorOwner => ({ kind: 'events', guildId })

/** Writes a position as the opaque text that tools know as the id of an event and as a cursor. */
export const writePosition = (guildId: string, epoch: Epoch, { id, at }: EventPosition): string =>
  writeCursor(eventsOwner(guildId), [...epoch, id, at])

/** Reads a position, and whether it is from another database or from before a restore; undefined for any other text. */
function readPosition(
  text: string,
  guildId: string,
  epoch: Epoch,
): (EventPosition & { isOfThisDatabase: boolean }) | undefined {
  const parsed = positionSchema.safeParse(readCursor(text, eventsOwner(guildId)))
  if (!parsed.success) return undefined
  const [createdAt, restoredAt, id, at] = parsed.data
  return { id, at, isOfThisDatabase: createdAt === epoch[0] && restoredAt === epoch[1] }
}

/** The largest id of a row. */
const MAX_ID = 2_147_483_647
const numberSchema = (max: number) => z.string().transform(Number).pipe(z.int().max(max))
const timeSchema = numberSchema(MAX_UNIX_SECONDS)
const positionSchema = z.tuple([timeSchema, timeSchema, numberSchema(MAX_ID), timeSchema])

/** Why events cannot be read from a cursor: it is no cursor of this server, or events after it may have been deleted. */
export type CursorProblem = 'invalid_cursor' | 'cursor_expired'

export class CursorError extends Error {
  override readonly name = 'CursorError'
  readonly problem: CursorProblem

  constructor(problem: CursorProblem) {
    super(problem)
    this.problem = problem
  }
}

/** An event as tools have it. */
export interface ToolEvent {
  /** Also the cursor after which the next events follow. */
  id: string
  type: EventType
  at: number
  /** Who made the change: the Discord id of a user, or the token of a tool (`toolAuthor`); null for the service itself. */
  by: string | null
  object: object
}

/** A part of the events of a server. */
export interface EventPage {
  events: ToolEvent[]
  /** After the last event or, if there are no more, at the end of all events. */
  position: EventPosition
  cursor: string
  hasMore: boolean
}

/** The types of events that a token with these scopes may read. */
export const readableTypes = (scopes: ReadonlySet<ToolScope>): EventType[] =>
  EVENT_TYPES.filter((type) => scopes.has(EVENTS[type].scope))

/** How long events of all these types are kept, seconds. */
const keptSecondsOf = (types: readonly EventType[]): number =>
  Math.min(...types.map((type) => EVENTS[type].keptSeconds))

/** Without a cursor, reading begins at an event that is kept for this time yet, so that there is time to read what follows it. */
const TO_CATCH_UP_SECONDS = 3_600

/**
 * Where reading begins: after a cursor or, without one, at the oldest event of the time for which all these types are kept that is not followed by
 * a reset. Throws a CursorError.
 */
export async function findStart(
  { events, meta }: Pick<EventRepositories, 'events' | 'meta'>,
  cursor: string | undefined,
  { guildId, types, now }: { guildId: string; types: readonly EventType[]; now: number },
): Promise<EventPosition> {
  const keptSince = now - keptSecondsOf(types)
  if (cursor === undefined) {
    const oldest = await events.oldestSince(guildId, keptSince + TO_CATCH_UP_SECONDS)
    const before = oldest === undefined ? await events.newestId() : oldest - 1
    return { id: Math.max(before, await events.newestReset(guildId)), at: now }
  }
  const position = readPosition(cursor, guildId, await meta.epoch())
  if (!position) throw new CursorError('invalid_cursor')
  // A cursor of the future was written while the clock was wrong, so its age is not known.
  const isOfFuture = position.at > now + MAX_AHEAD_SECONDS
  if (!position.isOfThisDatabase || isOfFuture || position.at <= keptSince) throw new CursorError('cursor_expired')
  return position
}

/** The cursor of the end of the events of a server: what follows it is not in a list that is read afterwards. */
export async function endOfEvents(
  { events, meta }: Pick<EventRepositories, 'events' | 'meta'>,
  guildId: string,
  now: number,
): Promise<string> {
  return writePosition(guildId, await meta.epoch(), { id: await events.newestId(), at: now })
}

interface PageQuery {
  guildId: string
  types: readonly EventType[]
  from: EventPosition
  limit: number
  now: number
}

/**
 * Reads the next events of a server, in the order of their commits, at most `limit`. Throws a CursorError with `cursor_expired` where the
 * next event tells to read the lists again.
 */
export async function readEvents(
  { events, meta }: Pick<EventRepositories, 'events' | 'meta'>,
  { guildId, types, from, limit, now }: PageQuery,
): Promise<EventPage> {
  const epoch = await meta.epoch()
  const newestId = await events.newestId()
  const stored = await events.page(guildId, { after: from.id, types: [...types, 'reset'], limit: limit + 1, now })
  const read: ToolEvent[] = []
  let position = from
  let hasMore = stored.length > limit
  for (const { id, type, at, author, object } of stored.slice(0, limit)) {
    if (type === 'reset') {
      if (read.length === 0) throw new CursorError('cursor_expired')
      hasMore = true
      break
    }
    position = { id, at }
    if (object !== null) read.push({ id: writePosition(guildId, epoch, position), type, at, by: author, object })
  }
  if (!hasMore) position = { id: Math.max(newestId, from.id), at: now }
  return { events: read, position, cursor: writePosition(guildId, epoch, position), hasMore }
}

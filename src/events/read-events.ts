import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { EVENT_TYPES, EVENTS, type EventType } from '../model/event.ts'
import type { ToolScope } from '../model/tool-token.ts'
import type { StoredEvent } from './database/events.ts'
import type { EventRepositories } from './database/repositories.ts'
import { type Epoch, type EventPosition, readPosition, writePosition } from './event-position.ts'

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

/** One of the bans that an import has added, or that are gone with it. */
export interface ImportedObject {
  /** Ascends within the import; at least 1. */
  part: number
  object: object
}

/**
 * Reads the next objects of an event about an import, in order. Objects that have been changed since by an event of their own may be
 * missing.
 */
export type ReadImported<Repositories> = (
  repositories: Repositories,
  event: { type: 'bans.imported' | 'bans.undone'; importId: number },
  page: { after: number; limit: number },
) => Promise<ImportedObject[]>

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
    return { id: Math.max(before, await events.newestReset(guildId)), part: 0, at: now }
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
  return writePosition(guildId, await meta.epoch(), { id: await events.newestId(), part: 0, at: now })
}

interface PageQuery<Repositories> {
  guildId: string
  types: readonly EventType[]
  from: EventPosition
  limit: number
  now: number
  readImported: ReadImported<Repositories>
}

/**
 * Reads the next events of a server, in the order of their commits, at most `limit`. Throws a CursorError with `cursor_expired` where the
 * next event tells to read the lists again.
 */
export async function readEvents<Repositories extends Pick<EventRepositories, 'events' | 'meta'>>(
  repositories: Repositories,
  query: PageQuery<Repositories>,
): Promise<EventPage> {
  const { guildId, types, from, limit, now } = query
  const { events, meta } = repositories
  const epoch = await meta.epoch()
  const newestId = await events.newestId()
  // The event of which a part has been read is read again.
  const after = from.part > 0 ? from.id - 1 : from.id
  const stored = await events.page(guildId, { after, types: storedTypes(types), limit: limit + 1, now })
  const reader = createPageReader(repositories, query, epoch)
  let isCut = stored.length > limit
  for (const event of stored) {
    if (await reader.add(event)) continue
    isCut = true
    break
  }
  const { read, position } = reader.result()
  const hasMore = isCut || position.part > 0
  const end = hasMore ? position : { id: Math.max(newestId, from.id), part: 0, at: now }
  return { events: read, position: end, cursor: writePosition(guildId, epoch, end), hasMore }
}

/** Collects the events of a page. */
function createPageReader<Repositories>(repositories: Repositories, query: PageQuery<Repositories>, epoch: Epoch) {
  const { guildId, from, limit, readImported } = query
  const read: ToolEvent[] = []
  // Events from which nothing is told, such as an import that was undone, move the position too.
  let position = from
  const push = (stored: StoredEvent, type: EventType, part: number, object: object) => {
    position = { id: stored.id, part, at: stored.at }
    read.push({ id: writePosition(guildId, epoch, position), type, at: stored.at, by: stored.author, object })
  }
  const addImport = async (stored: StoredEvent, event: Parameters<typeof readImported>[1]) => {
    const after = from.id === stored.id ? from.part : 0
    const wanted = limit - read.length
    const objects = await readImported(repositories, event, { after, limit: wanted + 1 })
    const type = event.type === 'bans.imported' ? 'ban.added' : 'ban.removed'
    for (const { part, object } of objects.slice(0, wanted)) push(stored, type, part, object)
    if (objects.length <= wanted) position = { id: stored.id, part: 0, at: stored.at }
  }
  return {
    /** Adds an event, or the first parts of one that are not read yet; returns false if the page ends before the event. */
    async add(stored: StoredEvent): Promise<boolean> {
      const { type, importId, object } = stored
      if (read.length >= limit) return false
      if (type === 'reset') {
        if (read.length === 0) throw new CursorError('cursor_expired')
        return false
      }
      if (type === 'bans.imported' || type === 'bans.undone') {
        if (importId !== null) await addImport(stored, { type, importId })
      } else if (object !== null) push(stored, type, 0, object)
      return true
    },
    result: () => ({ read, position }),
  }
}

/** The types of stored events from which events of these types are made. */
const storedTypes = (types: readonly EventType[]): StoredEvent['type'][] => [
  ...types,
  ...(types.includes('ban.added') ? ['bans.imported' as const] : []),
  ...(types.includes('ban.removed') ? ['bans.undone' as const] : []),
  'reset',
]

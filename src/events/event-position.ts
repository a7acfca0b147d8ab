import { z } from 'zod'
import { type CursorOwner, readCursor, writeCursor } from '../lib/cursor.ts'
import { MAX_UNIX_SECONDS } from '../model/unix-seconds.ts'

/** A position in the events of a Discord server: everything up to it has been read. */
export interface EventPosition {
  /** The id of the stored event. */
  id: number
  /** A time at which everything up to this position had been stored, and nothing after it; Unix seconds. */
  at: number
}

/** When the database got events, and when it was last restored (`meta.epoch`). */
export type Epoch = readonly [createdAt: number, restoredAt: number]

/** What the cursors of the events of a Discord server belong to. */
export const eventsOwner = (guildId: string): CursorOwner => ({ kind: 'events', guildId })

/** Writes a position as the opaque text that tools know as the id of an event and as a cursor. */
export const writePosition = (guildId: string, epoch: Epoch, { id, at }: EventPosition): string =>
  writeCursor(eventsOwner(guildId), [...epoch, id, at])

/** Reads a position, and whether it is from another database or from before a restore; undefined for any other text. */
export function readPosition(
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

import { z } from 'zod'
import { type CursorOwner, readCursor, writeCursor } from '../lib/cursor.ts'
import { HttpError } from './errors.ts'
import type { RouteResult } from './route.ts'

const MAX_LIMIT = 200
const DEFAULT_LIMIT = 100
const MAX_CURSOR = 256

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
    .meta({ description: 'The cursor of the next page, from the header `Link` of the page before.' }),
})
export type PageParameters = z.infer<typeof pageParametersSchema>

/** Reads the position after which a page begins; null for the first page. Throws a 400 HttpError for a cursor of something else. */
export function readPosition(
  { after }: Pick<PageParameters, 'after'>,
  owner: CursorOwner,
  length = 1,
): number[] | null {
  if (after === undefined) return null
  const position = readCursor(after, owner, length)
  if (position) return position
  throw new HttpError(
    'invalid_cursor',
    'The cursor in "after" is damaged, or belongs to another list or another Discord server.',
  )
}

/** A part of a list, newest first. */
export interface Page<T> {
  entries: T[]
  /** The position of the last entry; null if there are no further entries. */
  next: number[] | null
}

/**
 * Cuts a page from entries that were read with a limit of one more than the page.
 * @example
 *   cutPage([{ id: 9 }, { id: 8 }, { id: 7 }], 2, ({ id }) => [id]) // entries 9 and 8, next [8]
 */
export function cutPage<T>(read: readonly T[], limit: number, positionOf: (entry: T) => number[]): Page<T> {
  const entries = read.slice(0, limit)
  const last = entries.at(-1)
  return { entries, next: read.length > limit && last !== undefined ? positionOf(last) : null }
}

/** The JSON of a page; the header `Link` has the URL of the next one. */
export function pageJson(
  value: object,
  { path, limit, next, owner }: { path: string; limit: number; next: number[] | null; owner: CursorOwner },
): RouteResult {
  const link = next && `<${path}?limit=${limit}&after=${writeCursor(owner, next)}>; rel="next"`
  return { kind: 'json', value, status: 200, isRevalidated: true, ...(link === null ? {} : { headers: { link } }) }
}

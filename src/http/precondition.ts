import type { IncomingHttpHeaders } from 'node:http'
import { etagOfCachedJson } from '../lib/optimizations/memoize.ts'
import { HttpError } from './errors.ts'

/**
 * Checks the preconditions of a change; to be called within its transaction with the current entry, or with null when there is none. Throws a
 * 412 HttpError.
 */
export type Precondition<Entry> = (current: Entry | null) => void

/**
 * Reads the preconditions of a change: `If-Match` with an `ETag` or `*`, and `If-None-Match` with `*` or an `ETag`. `toJson` returns an entry as
 * its `GET` shows it, of which the `ETag` is.
 */
export function readPrecondition<Entry>(
  headers: IncomingHttpHeaders,
  toJson: (entry: Entry) => object,
): Precondition<Entry> {
  const [match, noneMatch] = [tagsOf(headers['if-match']), tagsOf(headers['if-none-match'])]
  return (current) => {
    const etag = current && etagOfCachedJson(toJson(current))
    // A weak tag never matches, because a change has to be based on exactly the same entry (RFC 9110, 13.1.1).
    if (match && !(etag !== null && (match.includes('*') || match.includes(etag))))
      throw failed(
        etag === null
          ? 'There is no such entry any more, and If-Match requires one.'
          : 'The entry has changed since this ETag; read it again.',
      )
    if (noneMatch && etag !== null && (noneMatch.includes('*') || noneMatch.map(withoutWeakness).includes(etag)))
      throw failed('The entry exists already, and If-None-Match requires that it does not.')
  }
}

const tagsOf = (header: string | undefined) => header?.split(',').map((tag) => tag.trim())

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

const failed = (message: string) => new HttpError('precondition_failed', message)

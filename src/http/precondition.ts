import type { IncomingHttpHeaders } from 'node:http'
import { etagOfCachedJson } from '../lib/optimizations/memoize.ts'
import { CODINGS, tagOfCoding } from './compression.ts'
import { HttpError } from './errors.ts'
import { quoted } from './quoted.ts'

/**
 * Checks the preconditions of a change; to be called within its transaction with the current entry, or with null when there is none. Throws a
 * 412 HttpError.
 */
export type Precondition<Entry> = (current: Entry | null) => void

/**
 * Reads the preconditions of a change: `If-Match` and `If-None-Match`, each with `*` or entity tags. `toJson` returns an entry as its `GET`
 * shows it, of which the `ETag` is. Throws a 400 HttpError for a header that cannot be read.
 */
export function readPrecondition<Entry>(
  headers: IncomingHttpHeaders,
  toJson: (entry: Entry) => object,
): Precondition<Entry> {
  const [match, noneMatch] = [tagsOf(headers, 'if-match'), tagsOf(headers, 'if-none-match')]
  return (current) => {
    const etag = current && etagOfCachedJson(toJson(current))
    // Each coding of the same entry counts; some proxies that compress also make such tags of ours.
    const isOf = (tag: string) => etag !== null && CODINGS.some((coding) => tag === tagOfCoding(etag, coding))
    // A weak tag never matches, because a change has to be based on exactly the same entry (RFC 9110, 13.1.1).
    if (match && !(etag !== null && (match.includes('*') || match.some(isOf))))
      throw failed(whyNoMatch(match.map(withoutWeakness).some(isOf), etag))
    if (!noneMatch || etag === null) return
    if (noneMatch.includes('*')) throw failed('The entry exists, and "If-None-Match: *" requires that it does not.')
    if (noneMatch.map(withoutWeakness).some(isOf))
      throw failed(`The entry has the ETag ${etag}, and If-None-Match requires another one.`)
  }
}

function whyNoMatch(isWeak: boolean, etag: string | null): string {
  if (etag === null) return 'There is no such entry, and If-Match requires one.'
  if (isWeak)
    return 'If-Match has a weak ETag (W/"…"), which never matches; send the ETag without W/, as this server has sent it.'
  return 'The entry has changed since this ETag; read it again.'
}

const TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/g
/** One or more entity tags, separated by commas, of which some may be superfluous (RFC 9110, 5.6.1 and 8.8.3). */
const TAGS = /^[ \t,]*(?:W\/)?"[!#-~\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[!#-~\x80-\xff]*")*[ \t,]*$/

const NAMES = { 'if-match': 'If-Match', 'if-none-match': 'If-None-Match' } as const

function tagsOf(headers: IncomingHttpHeaders, header: keyof typeof NAMES): string[] | undefined {
  const value = headers[header]
  if (value === undefined) return undefined
  if (value === '*') return [value]
  if (TAGS.test(value)) return value.match(TAG) ?? []
  throw new HttpError(
    'invalid_parameter',
    `${NAMES[header]}: must be * or the ETag of the entry with its double quotes, such as "x"; this one is ${quoted(value)}.`,
  ).about(NAMES[header])
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

const failed = (message: string) => new HttpError('precondition_failed', message)

import type { IncomingMessage } from 'node:http'
import { parse } from 'fast-querystring'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { memoizeByObject } from '../lib/optimizations/memoize.ts'
import { CLIENT_MS } from './deadline.ts'
import { HttpError } from './errors.ts'
import type { HttpErrorCode } from './error-codes.ts'
import { quoted } from './quoted.ts'

/**
 * Maximum size of a body. A batch of 50 entries with every character escaped takes 80 KB; entries beyond the 50th are accepted and dropped.
 */
const MAX_BODY_BYTES = 256 * 1024

export const MAX_HEADER_BYTES = 16 * 1024

/** Part of a request's time that is left for the answer when its body has arrived. */
const ANSWER_MS = 3_000

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?$/i
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i

/** The error for a request with an ambiguous length or host, or an unsupported version or `Expect`; it closes the connection. */
export function findMalformation(request: IncomingMessage): HttpError | undefined {
  const { httpVersion, headers } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return closingError('Use HTTP/1.1.')
  const coding = headers['transfer-encoding']
  // Only `chunked` is accepted, and only in HTTP/1.1. Node's parser itself ignores an empty value, accepts lists, and accepts the header
  // in HTTP/1.0, which has no chunked coding.
  if (coding !== undefined) {
    if (headers['content-length'] !== undefined)
      return closingError('Send either Content-Length or Transfer-Encoding, not both.')
    if (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')
      return closingError('The only accepted Transfer-Encoding is chunked, with HTTP/1.1.')
  }
  const badHost = findBadHost(request)
  if (badHost !== undefined) return closingError(badHost)
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return closingError('The only accepted Expect header is 100-continue.', 'expectation_failed')
  return undefined
}

/** The message about a missing, malformed or ambiguous host; undefined when the host is in order. */
function findBadHost(request: IncomingMessage): string | undefined {
  const declared = request.headers.host ?? ''
  if (declared === '' && request.httpVersion === '1.1') return 'The request has no Host header.'
  if (declared !== '' && !HOST.test(declared)) return 'The Host header is malformed.'
  const target = targetHost(request)
  if (target !== undefined && !HOST.test(target)) return 'The host in the request target is malformed.'
  return hostsOf(request) > 1 ? 'The request names more than one host.' : undefined
}

/** An error that closes the connection. */
const closingError = (message: string, code: HttpErrorCode = 'bad_request') =>
  new HttpError(code, message, { connection: 'close' })

/** The host of a request, with its port; empty when the request has none. A target in absolute form wins over `Host` (RFC 9112, 3.2.2). */
export const hostOf = (request: IncomingMessage): string => targetHost(request) ?? request.headers.host ?? ''

/** The host of a target in absolute form; undefined for a target that is a path. */
function targetHost({ url = '' }: IncomingMessage): string | undefined {
  return url.startsWith('/') ? undefined : ABSOLUTE_FORM.exec(url)?.[1]
}

/** Counts the Host headers of a request. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

export const headersTooLarge = () =>
  new HttpError('headers_too_large', `The headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`)

/** Whether the body is too large by its `Content-Length`. Such a body is not read, and the connection ends with the response. */
export function declaresTooLargeBody({ headers }: IncomingMessage, maxBytes = MAX_BODY_BYTES): boolean {
  const length = headers['content-length']
  return length !== undefined && Number(length) > maxBytes
}

/** Whether a request consists of headers only. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return coding === undefined && Number(length) === 0
}

/** Whether the rest of the body may be too large to read and discard. */
export function hasUnreadableBody(request: IncomingMessage): boolean {
  return !request.complete && (request.headers['transfer-encoding'] !== undefined || declaresTooLargeBody(request))
}

/**
 * Reads the parameters of a schema from a query string. Others are ignored unless `isStrict`. The parameter in the path, if there is one, is never
 * read from the query. Throws an HttpError.
 */
export function readQuery<T>(
  schema: z.ZodObject & z.ZodType<T>,
  query: string,
  inPath?: { name: string; value: string },
  isStrict = false,
): T {
  const sent: Record<string, string | string[]> = parse(query)
  if (isStrict) refuseOthers(namesOf(schema), inPath?.name, Object.keys(sent))
  if (inPath) sent[inPath.name] = inPath.value
  const lists: Record<string, string[]> = {}
  for (const name of namesOf(schema)) {
    const value = sent[name]
    if (value === undefined) {
      if (isOptional(schema, name)) continue
      throw missing('parameter', schema, name, Object.keys(sent))
    }
    if (isList(schema, name)) {
      lists[name] = [value].flat().flatMap((text) => text.split(','))
    } else if (typeof value !== 'string') {
      throw new HttpError(
        'repeated_parameter',
        `The parameter ${name} is given ${value.length} times; send it once.`,
      ).about(name)
    }
  }
  // The schema drops all other parameters.
  return check(schema, { ...sent, ...lists })
}

function refuseOthers(known: readonly string[], inPath: string | undefined, sent: readonly string[]): void {
  const accepted = known.filter((name) => name !== inPath)
  const other = sent.find((name) => !accepted.includes(name))
  if (other === undefined) return
  const hint = accepted.length === 0 ? 'this operation takes none' : `send only ${accepted.join(', ')}`
  throw new HttpError('invalid_parameter', `The query has an unknown parameter ${quoted(other)}; ${hint}.`).about(other)
}

const namesOf = memoizeByObject(({ shape }: z.ZodObject) => Object.keys(shape))

/** The limits of a body. */
export interface BodyLimits {
  maxBodyBytes?: number | undefined
  /** Time limit for the body and the answer together. */
  withinMs?: number | undefined
}

/** Reads and checks a JSON body; fields that are not in the schema are an error. Throws an HttpError. */
export async function readBody<T>(
  schema: z.ZodObject & z.ZodType<T>,
  request: IncomingMessage,
  clock: Clock,
  limits: BodyLimits = {},
): Promise<T> {
  const type = request.headers['content-type'] ?? ''
  if (mediaTypeOf(request) !== 'application/json')
    throw notJson(`Send a JSON body with Content-Type: application/json; this request has ${type || 'none'}.`)
  refuseCompression(request)
  const bytes = await readBytes(request, clock, limits)
  const listed = Object.keys(schema.shape)
  const required = listed.filter((name) => !isOptional(schema, name))
  const accepted = `a JSON object with ${required.length > 0 ? required.join(', ') : `any of ${listed.join(', ')}`}`
  if (bytes.length === 0) throw notJson(`The body is empty; it must be ${accepted}.`)
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw notJson(`The body must be ${accepted}; this one is ${quoted(value)}.`)
  const fields = Object.keys(value)
  const absent = required.find((name) => !fields.includes(name))
  if (absent !== undefined) throw missing('field', schema, absent, fields)
  const unlisted = fields.find((name) => !listed.includes(name))
  if (unlisted !== undefined) {
    const names = listed.join(', ')
    throw new HttpError(
      'unlisted_field',
      `The body has an unknown field ${quoted(unlisted)}; send only ${names}.`,
    ).about(unlisted)
  }
  return check(schema, value)
}

/** Reads a body of one of these media types. Throws an HttpError. */
export async function readRawBody(
  types: readonly string[],
  request: IncomingMessage,
  clock: Clock,
  limits: BodyLimits,
): Promise<Buffer> {
  if (!types.includes(mediaTypeOf(request))) {
    const type = request.headers['content-type'] ?? 'none'
    throw notJson(`Content-Type must be ${types.join(' or ')}; this request has ${type}.`)
  }
  refuseCompression(request)
  return readBytes(request, clock, limits)
}

/** The media type of a body, without parameters; empty if the request does not say it. */
export const mediaTypeOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

function refuseCompression({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw notJson(`Send the body without compression; this one has Content-Encoding: ${encoding}.`)
}

/** Whether a parameter or field may be left out. */
export const isOptional = ({ shape }: z.ZodObject, name: string): boolean =>
  [z.ZodOptional, z.ZodExactOptional, z.ZodDefault].some((kind) => shape[name] instanceof kind)

/** Whether a parameter is a list of names, which commas separate or which is sent as several parameters. */
const isList = ({ shape }: z.ZodObject, name: string): boolean =>
  shape[name] instanceof z.ZodOptional && shape[name].unwrap() instanceof z.ZodArray

const notJson = (message: string) => new HttpError('not_json', message)

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'is not valid' }
  const field = z.core.toDotPath(path)
  const error = new HttpError('invalid_parameter', `${field || 'The request'}: ${message}.`)
  throw field === '' ? error : error.about(field)
}

function missing(kind: 'parameter' | 'field', { shape }: z.ZodObject, name: string, given: string[]): HttpError {
  const misspelt = given.find((other) => other.toLowerCase() === name.toLowerCase())
  const choices = shape[name] instanceof z.ZodEnum ? `; it must be one of ${shape[name].options.join(', ')}` : ''
  const hint = misspelt === undefined ? choices : `; names are case-sensitive: write ${name}, not ${misspelt}`
  return new HttpError('missing_parameter', `The ${kind} ${name} is missing${hint}.`).about(name)
}

function readBytes(
  request: IncomingMessage,
  clock: Pick<Clock, 'setTimer'>,
  { maxBodyBytes: maxBytes = MAX_BODY_BYTES, withinMs = CLIENT_MS }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: () => void) => {
      stopTimer()
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      outcome()
    }
    // The error closes the connection, because the rest of the body is not read.
    const refuse = (message: string, code: HttpErrorCode) => settle(() => reject(closingError(message, code)))
    const tooLarge = () => refuse(`The body is larger than ${sizeOf(maxBytes)}.`, 'body_too_large')
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) tooLarge()
      else chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks)))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => onError(new Error('the client disconnected'))
    const stopTimer = clock.setTimer(withinMs - ANSWER_MS, () =>
      refuse('The body did not arrive in time; send it without pauses.', 'request_timeout'),
    )
    if (declaresTooLargeBody(request, maxBytes)) tooLarge()
    else request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

const MIB = 1024 * 1024
const sizeOf = (bytes: number): string => (bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes / 1024} KiB`)

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not valid UTF-8'
    // Messages of V8 quote the input, including its line breaks.
    const oneLine = reason.slice(0, 120).replaceAll(/\s+/g, ' ')
    throw notJson(`The body is not valid JSON: ${oneLine}.`)
  }
}

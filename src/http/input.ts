import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { parse } from 'fast-querystring'
import type { z } from 'zod'
import { HttpError } from './errors.ts'
import type { HttpErrorCode } from './error-codes.ts'

export type IncomingRequest = IncomingMessage | Http2ServerRequest

/** A batch of 50 entries, every character escaped, needs 80 KB; entries beyond the 50th may come too and are dropped. */
const MAX_BODY_BYTES = 256 * 1024

export const MAX_HEADER_BYTES = 16 * 1024

/** A body is there within this time; Node's own limit is a little longer and does not hold for HTTP/2. */
const BODY_MS = 7_000

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?$/i

/** Why a request is not to be trusted to end where it seems to, or to be meant for one host: its connection ends with it. */
export function findMalformation(request: IncomingRequest): HttpError | undefined {
  const { httpVersion, headers } = request
  if (!('stream' in request)) {
    if (httpVersion !== '1.1' && httpVersion !== '1.0') return closing('The protocol has to be HTTP/1.1.')
    const coding = headers['transfer-encoding']
    // Node's parser takes an empty one for none, reads lists of them, and HTTP/1.0 knows none.
    if (coding !== undefined) {
      if (headers['content-length'] !== undefined) return closing('The request has two lengths; send one.')
      if (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0') {
        return closing('A Transfer-Encoding has to be chunked and nothing else, in HTTP/1.1.')
      }
    }
  }
  const host = hostOf(request)
  if (host === '' && httpVersion === '1.1') return closing('The request has no Host header.')
  if (host !== '' && !HOST.test(host)) return closing('The Host header names no host.')
  if (hostsOf(request) > 1) return closing('The request names more than one host.')
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return new HttpError('expectation_failed', 'Only Expect: 100-continue is understood.', { connection: 'close' })
  }
  return undefined
}

const closing = (message: string) => new HttpError('bad_request', message, { connection: 'close' })

/** The host a request names, with its port; empty where it names none. */
export function hostOf({ headers }: IncomingRequest): string {
  return headers.host ?? String(headers[':authority'] ?? '')
}

/** How many hosts a request names: HTTP/1.1 takes one Host header, HTTP/2 one beside its equal in `:authority`. */
function hostsOf({ rawHeaders, headers }: IncomingRequest): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  const authority = headers[':authority']
  return authority === undefined || headers.host === undefined || headers.host === authority ? count : count + 1
}

/** Whether the headers of an HTTP/2 request are over the cap; HTTP/1.1 ones do not get this far. */
export function hasTooLargeHeaders({ httpVersionMajor, rawHeaders }: IncomingRequest): boolean {
  return httpVersionMajor === 2 && rawHeaders.reduce((size, text) => size + text.length, 0) > MAX_HEADER_BYTES
}

export const headersTooLarge = () =>
  new HttpError('headers_too_large', `The headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`)

/** Whether a request says that its body is over the cap; nobody reads it, and the connection ends with the answer. */
export function declaresTooLargeBody({ headers }: IncomingRequest): boolean {
  const length = headers['content-length']
  return length !== undefined && Number(length) > MAX_BODY_BYTES
}

/** Whether a request is whole with its headers. */
export function hasNoBody(request: IncomingRequest): boolean {
  if ('stream' in request) return request.stream.endAfterHeaders
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  return coding === undefined && Number(length) === 0
}

/** Whether more of a body may be on its way than anybody would read. */
export function hasUnreadableBody(request: IncomingRequest): boolean {
  return !request.complete && (request.headers['transfer-encoding'] !== undefined || declaresTooLargeBody(request))
}

/** Reads the parameters a schema lists from a query string; others are ignored. Throws a Refusal. */
export function readQuery<T>(schema: z.ZodObject & z.ZodType<T>, query: string): T {
  const sent: Record<string, string | string[]> = parse(query)
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = sent[name]
    if (value === undefined) throw missing('parameter', name, Object.keys(sent))
    if (typeof value !== 'string') {
      throw new HttpError('repeated_parameter', `The parameter ${name} is given ${value.length} times; give it once.`)
    }
    given[name] = value
  }
  return check(schema, given)
}

/** Reads and checks a JSON body: only the fields the schema lists are accepted. Throws a Refusal. */
export async function readBody<T>(schema: z.ZodObject & z.ZodType<T>, request: IncomingRequest): Promise<T> {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpError(
      'not_json',
      `The body has to be JSON with Content-Type: application/json, not ${type || 'a body without a type'}.`,
    )
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError('not_json', `The body has to be sent as it is, not packed with ${encoding}.`)
  }
  const value = parseJson(await readBytes(request))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError('not_json', `The body has to be a JSON object with ${Object.keys(schema.shape).join(', ')}.`)
  }
  const listed = Object.keys(schema.shape)
  const fields = Object.keys(value)
  const absent = listed.find((name) => !fields.includes(name))
  if (absent !== undefined) throw missing('field', absent, fields)
  const unlisted = fields.find((name) => !listed.includes(name))
  if (unlisted !== undefined) {
    throw new HttpError(
      'unlisted_field',
      `The body has a field ${JSON.stringify(unlisted.slice(0, 64))} that is not accepted; send only ${listed.join(', ')}.`,
    )
  }
  return check(schema, value)
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
  throw new HttpError('invalid_parameter', `${where || 'The request'}: ${issue?.message ?? 'is not accepted'}.`)
}

function missing(kind: 'parameter' | 'field', name: string, given: string[]): HttpError {
  const misspelt = given.find((other) => other.toLowerCase() === name.toLowerCase())
  const hint = misspelt === undefined ? '' : `; names are case-sensitive: write ${name}, not ${misspelt}`
  return new HttpError('missing_parameter', `The ${kind} ${name} is missing${hint}.`)
}

function readBytes(request: IncomingRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      outcome()
    }
    // What is still coming is not read: the connection ends with the answer.
    const refuse = (code: HttpErrorCode, message: string) =>
      settle(() => reject(new HttpError(code, message, { connection: 'close' })))
    const tooLarge = () => refuse('body_too_large', `The body is larger than ${MAX_BODY_BYTES / 1024} KiB.`)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) tooLarge()
      else chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks)))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => onError(new Error('the client went away'))
    const timer = setTimeout(
      () => refuse('request_timeout', 'The body did not arrive in time; send it at once.'),
      BODY_MS,
    )
    if (declaresTooLargeBody(request)) tooLarge()
    else request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is no valid UTF-8'
    // V8 quotes what it stumbled over, line ends and all.
    const quoted = reason.slice(0, 120).replaceAll(/\s+/g, ' ')
    throw new HttpError('not_json', `The body is no valid JSON: ${quoted}.`)
  }
}

import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../lib/clock.ts'
import { etagOfCachedJson, toCachedJson } from '../lib/optimizations/memoize.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { type Coding, codingFor, compress, createCompressor, tagOfCoding } from './compression.ts'
import { chooseRepresentation, type Document, isMatch } from './document.ts'
import type { RouteResult, StreamedFile, StreamedImage } from './route.ts'

const KEEP_ALIVE_MS = 15_000
const IMAGE_MAX_AGE_SECONDS = 86_400

/** Thrown when the client has disconnected, or was disconnected because it read nothing. */
export const clientLeft = new Error('the client disconnected')

export type Headers = Record<string, string | number>

export interface SendOptions {
  clock: Clock
  /** Removes the secrets of this server from a text. */
  hideSecrets: (text: string) => string
}

/** Writes what a route returned, except files and events; returns the status. With `isCompressed`, JSON gets a coding that the client accepts. */
export function sendResult(
  response: ServerResponse,
  headers: Headers,
  result: Exclude<RouteResult, { kind: 'file' }>,
  options: SendOptions,
  isCompressed = false,
): MaybePromise<number> {
  switch (result.kind) {
    case 'json':
      setMaxAge(headers, result.expiresAt, options.clock)
      if (result.headers) Object.assign(headers, result.headers)
      return sendJsonResult(response, headers, result, isCompressed)
    case 'document':
      return sendDocument(response, headers, result.document)
    case 'empty':
      return sendEmpty(response, result.status, Object.assign(headers, result.headers))
    case 'page':
      return sendText(response, 200, Object.assign(headers, result.headers), result.body)
    case 'image':
      return sendImage(response, headers, result.image)
    case 'events':
    case 'feed':
      throw new Error('only a route with isStream may return events')
  }
}

/** Lets clients cache a response until it expires. */
export function setMaxAge(headers: Headers, expiresAt: number | undefined, clock: Clock): void {
  if (expiresAt === undefined) return
  headers['cache-control'] = `public, max-age=${Math.max(0, expiresAt - clock.unixSeconds())}`
}

const isHead = ({ req }: ServerResponse) => req.method === 'HEAD'

function sendText(response: ServerResponse, status: number, headers: Headers, body: string | Buffer): number {
  headers['content-length'] = Buffer.byteLength(body)
  response.writeHead(status, headers)
  response.end(isHead(response) ? undefined : body)
  return status
}

function sendEmpty(response: ServerResponse, status: number, headers: Headers): number {
  // A 204 or 304 must not have a length. A response with another status needs a length, because otherwise it would be sent in chunks.
  if (status !== 204 && status !== 304) headers['content-length'] = 0
  response.writeHead(status, headers)
  response.end()
  return status
}

/** Sends a document in the encoding that the client prefers, or a 304 when the client has it. */
function sendDocument(response: ServerResponse, headers: Headers, document: Document): number {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = response.req.headers
  const { coding, etag, body } = chooseRepresentation(document, acceptEncoding)
  const { 'content-type': type, ...rest } = document.headers
  Object.assign(headers, rest, { etag })
  addVary(headers, 'Accept-Encoding')
  if (isMatch(ifNoneMatch, etag)) return sendEmpty(response, 304, headers)
  if (type !== undefined) headers['content-type'] = type
  if (coding !== 'identity') headers['content-encoding'] = coding
  return sendText(response, 200, headers, body)
}

/** Sends the JSON of a route, or a 304 when the client of a GET has it. The value must not change afterwards. */
function sendJsonResult(
  response: ServerResponse,
  headers: Headers,
  { value, status, isRevalidated }: Extract<RouteResult, { kind: 'json' }>,
  isCompressed: boolean,
): MaybePromise<number> {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = response.req.headers
  const body = toCachedJson(value)
  const coding = isCompressed ? codingFor(acceptEncoding, Buffer.byteLength(body)) : 'identity'
  if (isCompressed) addVary(headers, 'Accept-Encoding')
  if (isRevalidated === true) {
    const etag = tagOfCoding(etagOfCachedJson(value), coding)
    headers['etag'] = etag
    if (headers['cache-control'] === 'no-store') headers['cache-control'] = 'private, no-cache'
    const { method = '' } = response.req
    // In other requests the header is a precondition of the change that was made.
    const mayBeUnchanged = ifNoneMatch !== undefined && (method === 'GET' || method === 'HEAD')
    if (mayBeUnchanged && isMatch(ifNoneMatch, etag)) return sendEmpty(response, 304, headers)
  }
  headers['content-type'] = JSON_TYPE
  if (coding === 'identity') return sendText(response, status, headers, body)
  headers['content-encoding'] = coding
  return compress(body, coding).then((compressed) => sendText(response, status, headers, compressed))
}

/** Adds a request header on which the response depends. */
export function addVary(headers: Headers, name: string): void {
  headers['vary'] = headers['vary'] === undefined ? name : `${headers['vary']}, ${name}`
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON. The value must not change afterwards. */
export function sendJson(
  response: ServerResponse,
  status: number,
  headers: Headers,
  value: object,
  type = JSON_TYPE,
): number {
  headers['content-type'] = type
  return sendText(response, status, headers, toCachedJson(value))
}

/** Opens an event stream: sends the headers at once, and comments from time to time, which keep the connection open. */
export function openEvents(response: ServerResponse, headers: Headers, clock: Clock): void {
  headers['content-type'] = 'text/event-stream; charset=utf-8'
  // Switches off buffering in nginx.
  headers['x-accel-buffering'] = 'no'
  response.writeHead(200, headers)
  response.flushHeaders()
  const keepAlive = () => {
    // Node fails the stream for a write after its end, of which parts may still wait for the client.
    if (response.writableEnded) return
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n')
    stop = clock.setTimer(KEEP_ALIVE_MS, keepAlive)
  }
  let stop = clock.setTimer(KEEP_ALIVE_MS, keepAlive)
  response.once('close', () => stop())
}

/** Writes what comes, at the speed of the client, and ends the response; rejects with `clientLeft` when the client disconnects. */
export async function writeAll(response: ServerResponse, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { socket } = response.req
  // Node emits no `close` on a response that waits for an earlier one on its connection, because it has no socket yet.
  const onClose = () => {
    if (response.socket === null) response.emit('close')
  }
  socket.once('close', onClose)
  try {
    const written = pipeline(pieces, response)
    if (socket.destroyed) onClose()
    await written
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE' ? clientLeft : error
  } finally {
    socket.off('close', onClose)
  }
}

/**
 * Streams an image at the speed of the client, with our own headers. Rejects when the image is cut off, and with `clientLeft` when the
 * client disconnects.
 */
async function sendImage(
  response: ServerResponse,
  headers: Headers,
  { type, etag, lastModified, body }: StreamedImage,
): Promise<number> {
  headers['cache-control'] = `public, max-age=${IMAGE_MAX_AGE_SECONDS}`
  headers['content-security-policy'] = `default-src 'none'; sandbox`
  if (etag !== undefined) headers['etag'] = etag
  if (lastModified !== undefined) headers['last-modified'] = lastModified
  if (!body || type === undefined) return sendEmpty(response, 304, headers)
  headers['content-type'] = type
  response.writeHead(200, headers)
  if (!isHead(response)) {
    await writeAll(response, body)
    return 200
  }
  // Leaving the loop aborts the request to the CDN.
  for await (const _ of body) break
  response.end()
  return 200
}

/**
 * Sends a file as it is read, at the speed of the client and in a coding that it accepts, if its first part is not small. Nothing is sent before
 * that part is read, for which `untilBegun` waits, so that an error until then is answered as such; for a HEAD nothing is read, because reading
 * may be logged. Rejects with `clientLeft` when the client disconnects.
 */
export async function sendFile(
  response: ServerResponse,
  headers: Headers,
  { type, name, chunks }: StreamedFile,
  untilBegun: <T>(first: Promise<T>) => Promise<T>,
): Promise<number> {
  const begin = (coding?: Coding) => {
    headers['content-type'] = type
    headers['content-disposition'] = `attachment; filename="${name}"`
    if (coding !== undefined && coding !== 'identity') headers['content-encoding'] = coding
    addVary(headers, 'Accept-Encoding')
    response.writeHead(200, headers)
  }
  if (isHead(response)) {
    begin()
    response.end()
    return 200
  }
  const parts = chunks[Symbol.asyncIterator]()
  try {
    const first = await untilBegun(parts.next())
    const text = first.done === true ? '' : first.value
    const coding = codingFor(response.req.headers['accept-encoding'], Buffer.byteLength(text))
    begin(coding)
    const file = continueWith(text, parts)
    await writeAll(response, coding === 'identity' ? file : compressParts(file, coding))
    return 200
  } finally {
    // Not awaited, because it ends only after a part that is still being read.
    void parts.return?.().catch(() => {})
  }
}

/** The parts of a file in a coding. A failure of a part is thrown before the response is closed, which would look like a client that leaves. */
async function* compressParts(parts: AsyncIterable<string>, coding: Exclude<Coding, 'identity'>) {
  const compressor = createCompressor(coding)
  const read = pipeline(parts, compressor)
  read.catch(() => {})
  for await (const piece of compressor) yield piece as Uint8Array
  await read
}

/** A file whose first part has been read. */
async function* continueWith(first: string, rest: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  if (first !== '') yield first
  for (let part = await rest.next(); part.done !== true; part = await rest.next()) yield part.value
}

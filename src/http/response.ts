import type { IncomingHttpHeaders } from 'node:http'
import type { Writable } from 'node:stream'
import type { Image } from '../service/get-image.ts'
import { chooseRepresentation, isMatch } from './document.ts'
import type { Document } from './document.ts'

const KEEP_ALIVE_MS = 15_000
const IMAGE_MAX_AGE_SECONDS = 86_400

/** Why an answer is not sent any further: its client is gone, or is taken for gone because it reads nothing. */
export const clientLeft = new Error('the client went away')

export type Headers = Record<string, string | number>

/** What HTTP/1.1 and HTTP/2 responses have in common. */
export interface OutgoingResponse extends Writable {
  readonly headersSent: boolean
  readonly req: { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }
  writeHead(status: number, headers: Headers): unknown
  /** Tells a client that waits for leave to send its body that it has it. */
  writeContinue(): unknown
  /** HTTP/1.1 alone holds headers back until there is a body. */
  flushHeaders?(): void
}

/** Whether only the headers of the answer are asked for. */
const isHead = ({ req }: OutgoingResponse) => req.method === 'HEAD'

/** Answers with a body whose length is known. */
export function sendText(response: OutgoingResponse, status: number, headers: Headers, body: string | Buffer): void {
  headers['content-length'] = Buffer.byteLength(body)
  response.writeHead(status, headers)
  response.end(isHead(response) ? undefined : body)
}

/** Answers without a body. */
export function sendEmpty(response: OutgoingResponse, status: number, headers: Headers): void {
  // A 204 and a 304 have no length; anything else would be sent in chunks without one.
  if (status !== 204 && status !== 304) headers['content-length'] = 0
  response.writeHead(status, headers)
  response.end()
}

/** Answers with a document, in the encoding the client prefers, or with a 304 when the client has it; returns the status. */
export function sendDocument(response: OutgoingResponse, headers: Headers, document: Document): 200 | 304 {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = response.req.headers
  const { coding, etag, body } = chooseRepresentation(document, acceptEncoding)
  const { 'content-type': type, ...rest } = document.headers
  const vary = headers['vary'] === undefined ? 'Accept-Encoding' : `${headers['vary']}, Accept-Encoding`
  Object.assign(headers, rest, { etag, vary })
  if (isMatch(ifNoneMatch, etag)) {
    sendEmpty(response, 304, headers)
    return 304
  }
  if (type !== undefined) headers['content-type'] = type
  if (coding !== 'identity') headers['content-encoding'] = coding
  sendText(response, 200, headers, body)
  return 200
}

/** From this length on a JSON text is kept as bytes; shorter ones are faster as text, which leaves together with the headers. */
const SHARED_FROM = 8 * 1024

/**
 * The JSON of values that were sent, for as long as they live: a remembered answer is the same value each time. Long ones are
 * bytes, because Node copies a text for each client that does not read it.
 */
const written = new WeakMap<object, string | Buffer>()

/** Answers with JSON. A value that was sent must not change any more. */
export function sendJson(response: OutgoingResponse, status: number, headers: Headers, value: object): void {
  let body = written.get(value)
  if (body === undefined) {
    const text = JSON.stringify(value)
    written.set(value, (body = text.length < SHARED_FROM ? text : Buffer.from(text)))
  }
  headers['content-type'] = 'application/json; charset=utf-8'
  sendText(response, status, headers, body)
}

/** An event stream that has been opened. */
export interface EventWriter {
  /** Sends one event; resolves when the client has room for the next, rejects with `clientLeft` when it does not read. */
  write(event: unknown): Promise<void>
  end(): void
}

/**
 * Opens an event stream; its headers leave at once, and a comment now and then keeps it open. A client that leaves a full
 * buffer unread for `unreadMs` is taken for gone.
 */
export function openEvents(response: OutgoingResponse, headers: Headers, unreadMs: number): EventWriter {
  headers['content-type'] = 'text/event-stream; charset=utf-8'
  // nginx would gather the events otherwise.
  headers['x-accel-buffering'] = 'no'
  response.writeHead(200, headers)
  response.flushHeaders?.()
  const write = createWriter(response, unreadMs)
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n')
  }, KEEP_ALIVE_MS)
  response.once('close', () => clearInterval(timer))
  return {
    write: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    end() {
      clearInterval(timer)
      response.end()
    },
  }
}

/**
 * Passes an image on as fast as the client reads it, under headers of our own; rejects when it breaks off, with `clientLeft`
 * when the client leaves or reads nothing for `unreadMs`.
 */
export async function sendImage(
  response: OutgoingResponse,
  headers: Headers,
  { type, etag, lastModified, body }: Image,
  unreadMs: number,
): Promise<void> {
  headers['cache-control'] = `public, max-age=${IMAGE_MAX_AGE_SECONDS}`
  headers['content-security-policy'] = `default-src 'none'; sandbox`
  if (etag !== undefined) headers['etag'] = etag
  if (lastModified !== undefined) headers['last-modified'] = lastModified
  if (!body || type === undefined) return sendEmpty(response, 304, headers)
  headers['content-type'] = type
  response.writeHead(200, headers)
  // Not `pipeline`: an HTTP/2 response that is reset while it is full leaves it waiting for ever.
  const write = createWriter(response, unreadMs)
  for await (const chunk of body) {
    // Leaving the loop ends the request to the CDN.
    if (isHead(response)) break
    await write(chunk)
  }
  response.end()
}

/** Writes pieces of an answer; each resolves when there is room for the next, and rejects when there will be none. */
function createWriter(response: OutgoingResponse, unreadMs: number): (piece: string | Uint8Array) => Promise<void> {
  let isClosed = false
  response.once('close', () => (isClosed = true))
  return async (piece) => {
    // A closed response takes nothing and never says that it has room again.
    if (isClosed) throw clientLeft
    if (!response.write(piece)) await untilRead(response, unreadMs)
  }
}

function untilRead(response: OutgoingResponse, unreadMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      response.off('drain', onDrain)
      response.off('close', onClose)
      outcome()
    }
    const onDrain = () => settle(resolve)
    const onClose = () => settle(() => reject(clientLeft))
    const timer = setTimeout(() => {
      settle(() => reject(clientLeft))
      response.destroy(clientLeft)
    }, unreadMs)
    response.once('drain', onDrain)
    response.once('close', onClose)
  })
}

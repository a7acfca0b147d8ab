import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/**
 * How an answer is sent. `chunked`: without a length; `slow`: headers at once, then a byte at a time; `cut`: half of the
 * announced length, then a closed connection; `endless`: the body, then spaces without end; `hang`: nothing; `reset`: a
 * TCP reset.
 */
type Delivery = 'whole' | 'chunked' | 'slow' | 'cut' | 'endless' | 'hang' | 'reset'

/** A complete answer, before it is sent. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer; delivery?: Delivery }

const GZIP_ABOVE_BYTES = 1024
const SLOW_BYTE_MS = 20
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, ' ')

/** A JSON answer, typed as Steam types it. */
export function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify(value)),
  }
}

/** One of Steam's bare HTML pages. */
export function html(status: number, title: string, text: string): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
    body: Buffer.from(`<html><head><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`),
  }
}

/** The page for a missing parameter. */
export function missingParameter(name: string): Answer {
  return html(400, 'Bad Request', `Required parameter '${name}' is missing`)
}

/** The page for a wrong or revoked key, 168 bytes. */
export function badKey(status: 401 | 403): Answer {
  const text = 'Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.'
  // Both statuses have the same body, including the title.
  return html(status, 'Forbidden', text)
}

/** Sends an answer. */
export function deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  switch (answer.delivery ?? 'whole') {
    case 'hang':
      return
    case 'reset':
      request.socket.resetAndDestroy()
      return
    case 'chunked':
      response.writeHead(answer.status, answer.headers)
      response.write(answer.body.subarray(0, 1))
      response.end(answer.body.subarray(1))
      return
    case 'slow':
      dripBody(response, answer)
      return
    case 'cut':
      writeHead(response, answer)
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.destroy())
      return
    case 'endless':
      response.writeHead(answer.status, answer.headers)
      response.write(answer.body)
      pourSpaces(response)
      return
    case 'whole': {
      const compressed = compressIfAccepted(request, answer)
      writeHead(response, compressed)
      response.end(compressed.body)
    }
  }
}

function writeHead(response: ServerResponse, { status, headers, body }: Answer): void {
  // The length of a 304 would be that of the omitted body.
  response.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': String(body.length) })
}

function compressIfAccepted(request: IncomingMessage, answer: Answer): Answer {
  const type = answer.headers['content-type'] ?? ''
  const isText = /json|html/.test(type) && answer.headers['content-encoding'] === undefined
  const isAccepted = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (!isText || !isAccepted || answer.body.length <= GZIP_ABOVE_BYTES) return answer
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body: gzipSync(answer.body, { level: 1 }),
  }
}

function dripBody(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer)
  response.flushHeaders()
  let sent = 0
  const timer = setInterval(() => {
    response.write(answer.body.subarray(sent, sent + 1))
    sent += 1
    if (sent >= answer.body.length) response.end()
  }, SLOW_BYTE_MS)
  response.once('close', () => clearInterval(timer))
}

function pourSpaces(response: ServerResponse): void {
  while (!response.destroyed && response.write(ENDLESS_CHUNK));
  if (!response.destroyed) response.once('drain', () => pourSpaces(response))
}

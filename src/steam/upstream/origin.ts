import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { Pool } from 'undici'

const unzip = promisify(gunzip)

const MAX_COMPRESSED_BYTES = 4 * 1024 * 1024
const MAX_DECODED_BYTES = 16 * 1024 * 1024
/** Up to this size decoding takes a fraction of a millisecond, less than handing it to another thread and back. */
const DECODED_AT_ONCE_BYTES = 16 * 1024

export interface OriginOptions {
  url: string
  /** Connections kept; as many as there are calls in flight, or calls would wait for each other. */
  connections: number
  connectMs: number
  headersMs: number
  /** Longest pause inside a body. */
  bodyMs: number
}

/** An answer as it came, its body read whole and decoded. */
export interface RawAnswer {
  status: number
  /** Whether the answer says of itself that it is JSON. */
  isJson: boolean
  /** The `Server` header, by which the edge network in front of Steam can be told. */
  server: string
  /** The `Retry-After` header in seconds, where there is one. */
  retryAfter: number | undefined
  text: string
}

/** One host we ask, over connections that are kept. */
export interface Origin {
  /** Asks for a path; rejects with undici's errors, or with the signal's reason. */
  get(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<RawAnswer>
  close(): Promise<void>
}

/** Opens the connection pool of one origin. */
export function createOrigin({ url, connections, connectMs, headersMs, bodyMs }: OriginOptions): Origin {
  const { origin, pathname } = new URL(url)
  const prefix = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connections,
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    connect: { timeout: connectMs },
    // undici's own 4 s would open TLS anew for every quiet moment.
    keepAliveTimeout: 60_000,
    maxResponseSize: MAX_COMPRESSED_BYTES,
  })
  return {
    async get(path, headers, signal) {
      const answer = await pool.request({
        path: prefix + path,
        method: 'GET',
        // undici neither asks for nor decodes gzip; Steam's answers shrink to a ninth.
        headers: { ...headers, accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'rapsheet' },
        signal,
      })
      const body = Buffer.from(await answer.body.arrayBuffer())
      const isGzip = answer.headers['content-encoding'] === 'gzip'
      const decoded = isGzip ? await decode(body) : body
      const retryAfter = String(answer.headers['retry-after'])
      return {
        status: answer.statusCode,
        isJson: /\bjson\b/i.test(String(answer.headers['content-type'])),
        server: String(answer.headers['server'] ?? ''),
        // A date would be told by their clock, not ours.
        retryAfter: /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
        text: decoded.toString('utf8'),
      }
    },
    close: () => pool.destroy(),
  }
}

function decode(body: Buffer): Buffer | Promise<Buffer> {
  const options = { maxOutputLength: MAX_DECODED_BYTES }
  return body.length <= DECODED_AT_ONCE_BYTES ? gunzipSync(body, options) : unzip(body, options)
}

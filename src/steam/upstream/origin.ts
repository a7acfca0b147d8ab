import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { Pool } from 'undici'

const unzip = promisify(gunzip)

const MAX_COMPRESSED_BYTES = 4 * 1024 * 1024
const MAX_DECODED_BYTES = 16 * 1024 * 1024
/** Up to this size decoding on this thread is faster than a round trip to another one. */
const DECODED_AT_ONCE_BYTES = 16 * 1024

export interface OriginOptions {
  url: string
  /** Size of the connection pool: at least the calls in flight, which would otherwise wait for a connection. */
  connections: number
  connectMs: number
  headersMs: number
  /** Longest pause inside a body. */
  bodyMs: number
}

/** An answer with its whole body, decoded. */
export interface RawAnswer {
  status: number
  /** Whether its content type is JSON. */
  isJson: boolean
  /** The `Server` header, which identifies the edge network in front of Steam. */
  server: string
  /** The `Retry-After` header in seconds; undefined without one. */
  retryAfter: number | undefined
  text: string
}

/** One host, over persistent connections. */
export interface Origin {
  /** Gets a path; rejects with undici's errors, or with the signal's reason. */
  get(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<RawAnswer>
  close(): Promise<void>
}

export function createOrigin({ url, connections, connectMs, headersMs, bodyMs }: OriginOptions): Origin {
  const { origin, pathname } = new URL(url)
  const prefix = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connections,
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    connect: { timeout: connectMs },
    // With undici's default of 4 s, a new TLS connection would be opened after every quiet moment.
    keepAliveTimeout: 60_000,
    maxResponseSize: MAX_COMPRESSED_BYTES,
  })
  return {
    async get(path, headers, signal) {
      const answer = await pool.request({
        path: prefix + path,
        method: 'GET',
        // undici neither requests nor decodes gzip; with it Steam's answers are a ninth of their size.
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
        // A date is ignored, because Steam's clock may differ from ours.
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

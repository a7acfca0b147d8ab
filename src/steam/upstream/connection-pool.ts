import { gunzipSync } from 'node:zlib'
import { Pool } from 'undici'

const CONNECT_MS = 2_000
/**
 * Maximum size of a body, compressed and decoded: more than twice the largest known body, a list of 2,000 friends. Parsing a few megabytes
 * of hostile JSON would block the event loop for seconds.
 */
const MAX_BODY_BYTES = 512 * 1024

export interface ConnectionPoolOptions {
  url: string
  /** Number of connections: at least the maximum of calls in flight, so that no call waits for a connection. */
  connections: number
  /** Sent with every request. */
  headers: Record<string, string>
  tryMs: number
  /** Called with the `Date` header of each answer, Unix seconds. */
  onDate?: ((date: number) => void) | undefined
}

/** An answer with its whole body, decoded. */
export interface RawAnswer {
  status: number
  /** Whether the content type of the answer is JSON. */
  isJson: boolean
  /** The `Server` header, which identifies the edge network in front of Steam. */
  server: string
  /** The `Retry-After` header in seconds; undefined without one. */
  retryAfter: number | undefined
  text: string
}

/** The last step of a call: HTTP to one host over persistent connections. */
export function createConnectionPool({ url, connections, headers, tryMs, onDate }: ConnectionPoolOptions) {
  const { origin, pathname } = new URL(url)
  const prefix = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connections,
    headersTimeout: tryMs,
    bodyTimeout: tryMs,
    connect: { timeout: CONNECT_MS },
    // With undici's default of 4 s, a new TLS connection would be needed whenever no call was made for a few seconds.
    keepAliveTimeout: 60_000,
    maxResponseSize: MAX_BODY_BYTES,
  })
  return {
    /** Gets a path; rejects with undici's errors, or with the signal's reason. */
    async get(path: string, signal: AbortSignal): Promise<RawAnswer> {
      const answer = await pool.request({
        path: prefix + path,
        method: 'GET',
        // undici neither requests nor decodes gzip by itself; with gzip, Steam's answers are a ninth of their size.
        headers: { ...headers, accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'rapsheet' },
        signal,
      })
      const body = Buffer.from(await answer.body.arrayBuffer())
      const isGzip = answer.headers['content-encoding'] === 'gzip'
      // Decoded synchronously, because up to `MAX_BODY_BYTES` this takes less time than a round trip to another thread.
      const decoded = isGzip ? gunzipSync(body, { maxOutputLength: MAX_BODY_BYTES }) : body
      const date = Date.parse(String(answer.headers['date']))
      if (!Number.isNaN(date)) onDate?.(Math.floor(date / 1000))
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

export type ConnectionPool = ReturnType<typeof createConnectionPool>

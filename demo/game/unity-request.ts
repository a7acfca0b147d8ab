import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync, inflateSync } from 'node:zlib'
import { interceptors, request, type Dispatcher } from 'undici'
import type { Clock } from '../../src/lib/clock.ts'
import { TimeLimitError, withTimeout } from '../../src/lib/timeout.ts'
import type { GameBuild } from './endpoint-url.ts'

/** Unity's documented `redirectLimit`. */
const MAX_REDIRECTIONS = 32

/** Versions that real clients of the two generations sent together; the exact versions of the game are not known. */
const VERSIONS: Record<GameBuild, { unity: string; libcurl: string }> = {
  old: { unity: '2019.4.31f1', libcurl: '7.75.0-DEV' },
  new: { unity: '2022.3.47f1', libcurl: '8.5.0-DEV' },
}

export interface UnityClientOptions {
  /** Sends the requests; an undici `Agent`, since redirects can lead to another host. */
  dispatcher: Dispatcher
  clock: Clock
  build: GameBuild
  timeoutSeconds: number
}

/** The end of a request: a complete answer, or `timeout` or the code of a network error. `ms` is its duration. */
export type UnityReply = ({ status: number; text: string } | { error: string }) & { ms: number }

/** Creates a function that sends GET requests as Unity's HTTP client does. It never rejects. */
export function createUnityClient({ dispatcher, clock, build, timeoutSeconds }: UnityClientOptions) {
  const { unity, libcurl } = VERSIONS[build]
  // The headers that Unity sets by itself. undici adds Host and, unlike Unity, `Connection`.
  const headers = {
    'User-Agent': `UnityPlayer/${unity} (UnityWebRequest/1.0, libcurl/${libcurl})`,
    Accept: '*/*',
    'Accept-Encoding': 'deflate, gzip',
    'X-Unity-Version': unity,
  }
  // The contract of the game server does not mention redirects; Unity's client follows them unless the caller forbids it.
  const redirecting = dispatcher.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }))

  async function get(url: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const { statusCode, headers: received, body } = await request(url, { dispatcher: redirecting, headers, signal })
    const bytes = Buffer.from(await body.arrayBuffer())
    return { status: statusCode, text: decode(bytes, received['content-encoding']).toString('utf8') }
  }

  return async (url: string): Promise<UnityReply> => {
    const startedAt = clock.now()
    const end = await withTimeout(
      timeoutSeconds * 1000,
      new AbortController().signal,
      (signal) => get(url, signal),
      clock,
    ).catch((error: unknown) => ({ error: errorCode(error) }))
    const ms = clock.now() - startedAt
    // The game goes on in a later frame. undici can reuse the connection only after this turn of the event loop.
    await nextTurn()
    return { ...end, ms }
  }
}

/** Decodes a body; like libcurl, throws for an encoding that was not offered. */
function decode(bytes: Buffer, encoding: string | string[] = 'identity'): Buffer {
  if (bytes.length === 0 || encoding === 'identity') return bytes
  if (encoding === 'gzip') return gunzipSync(bytes)
  if (encoding === 'deflate') return inflateSync(bytes)
  throw Object.assign(new Error('unknown content encoding'), { code: 'BAD_CONTENT_ENCODING' })
}

/** Only the code: the message of an error can contain the URL, and thereby the token. */
function errorCode(error: unknown): string {
  if (error instanceof TimeLimitError) return 'timeout'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
}

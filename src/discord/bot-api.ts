import { RateLimitError, REST, type RawFile, type RouteLike, DefaultRestOptions } from 'discord.js'
import { onAbort } from '../lib/abort.ts'
import type { Clock } from '../lib/clock.ts'
import { createGcraLimiter } from '../lib/limits/gcra-limiter.ts'

/** Interval between requests: Discord allows 50 per second, of which the client of discord.js needs some. */
const INTERVAL_MS = 25
const BURST = 5
/** Interval of removing the unused queues that discord.js creates for each channel. */
const SWEEP_MS = 5 * 60_000

export interface BotApiOptions {
  token: string
  /** The base URL of Discord's REST API, without a version. */
  apiUrl: string
  clock: Clock
}

interface ApiRequest {
  query?: URLSearchParams
  body?: unknown
  files?: RawFile[]
  signal: AbortSignal
}

/** Requests that the bot makes by itself, as opposed to answers to interactions. */
export type BotApi = ReturnType<typeof createBotApi>

/**
 * Creates functions that send requests in the bot's name. Unlike the client of discord.js, they send each request once, so that the caller
 * learns the result of each attempt: every failure rejects at once, including a rate limit. If each request waits for its `turn`, all of
 * them together stay below Discord's limit.
 */
export function createBotApi({ token, apiUrl, clock }: BotApiOptions) {
  const limiter = createGcraLimiter({
    intervalMs: INTERVAL_MS,
    burst: BURST,
    maxWaitMs: Number.POSITIVE_INFINITY,
    refusal: (waitMs) => new Error(`a request to Discord would wait for ${waitMs} ms`),
    clock,
  })
  const rest = new REST({
    api: apiUrl,
    version: '10',
    // `setToken` is not used, because discord.js would drop such a token after a single 401.
    headers: { Authorization: `Bot ${token}` },
    retries: 0,
    rejectOnRateLimit: () => true,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    handlerSweepInterval: SWEEP_MS,
    hashSweepInterval: SWEEP_MS,
    makeRequest,
  })
  const request = async (method: 'get' | 'post', route: RouteLike, options: ApiRequest): Promise<unknown> => {
    // A signal per request, because discord.js never removes its listener from the signal.
    const controller = new AbortController()
    const removeListener = onAbort(options.signal, (reason) => controller.abort(reason))
    try {
      return await rest[method](route, { ...options, auth: false, signal: controller.signal })
    } catch (error) {
      if (error instanceof RateLimitError && error.global) limiter.pauseFor(error.retryAfter)
      throw error
    } finally {
      removeListener()
    }
  }
  return {
    /** Waits until one request may be made; each request needs its own turn. Rejects with the signal's reason when the signal aborts. */
    turn: (signal: AbortSignal) => limiter.acquire(signal),
    get: (route: RouteLike, options: ApiRequest) => request('get', route, options),
    post: (route: RouteLike, options: ApiRequest) => request('post', route, options),
  }
}

type MakeRequest = typeof DefaultRestOptions.makeRequest

/** Sends a request of discord.js, with or without files. */
export const makeRequest: MakeRequest = (url, init) =>
  init.body instanceof FormData ? sendFiles(url, init) : sendPlain(url, init)

const sendPlain = DefaultRestOptions.makeRequest
// Uses Node's fetch for files: our newer undici sets the connection pool for the whole process, and the older undici of discord.js cannot
// send FormData through that pool.
const sendFiles = fetch as unknown as MakeRequest

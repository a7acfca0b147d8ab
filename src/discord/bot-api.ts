import { RateLimitError, REST, type RawFile, type RouteLike, DefaultRestOptions, Routes } from 'discord.js'
import { z } from 'zod'
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

/** The largest page that Discord returns, in servers. */
const PAGE = 200

const pageSchema = z.array(z.object({ id: z.string().regex(/^\d{1,20}$/), name: z.string() }))

/** A server with its name, which its owner chose. */
type ListedGuild = z.infer<typeof pageSchema>[number]

/**
 * All servers that the bot is a member of, without servers that have only added the commands. Rejects when a page of the listing fails, so
 * that a partial list is never taken for the whole.
 */
export async function listGuilds(api: BotApi, signal: AbortSignal): Promise<ListedGuild[]> {
  const guilds: ListedGuild[] = []
  for (;;) {
    const last = guilds.at(-1)
    const query = new URLSearchParams({ limit: String(PAGE), ...(last === undefined ? {} : { after: last.id }) })
    await api.turn(signal)
    const page = pageSchema.parse(await api.get(Routes.userGuilds(), { query, signal }))
    // The end is an empty page. Discord does not document that a page with fewer than `PAGE` servers is the last page.
    if (page.length === 0) return guilds
    guilds.push(...page)
  }
}

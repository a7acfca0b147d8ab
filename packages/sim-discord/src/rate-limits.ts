import { json, type Answer } from './answer.ts'

const LIMIT = { requests: 5, windowMs: 5_000 }
const GLOBAL_LIMIT = { requests: 50, windowMs: 1_000 }
const TOKEN_BUCKET = 'd2ViaG9vayBtZXNzYWdlcw'
const CHANNEL_BUCKETS = { message: 'Y2hhbm5lbCBtZXNzYWdl', history: 'Y2hhbm5lbCBoaXN0b3J5' } as const

/** The verdict for one request: headers for its answer, or the 429 to send. */
type RateLimitVerdict = { headers: Record<string, string> } | { limited: Answer }

interface Window {
  remaining: number
  resetAt: number
}

/** Creates Discord's rate limits, with fixed windows. */
export function createRateLimits(clock: () => number) {
  const windows = new Map<string, Window>()
  let global: Window | undefined
  let refused = 0

  const open = (window: Window | undefined, { requests, windowMs }: typeof LIMIT): Window =>
    window === undefined || clock() >= window.resetAt ? { remaining: requests, resetAt: clock() + windowMs } : window

  const secondsLeft = ({ resetAt }: Window): number => Math.ceil(resetAt - clock()) / 1000

  const limit = (seconds: number, isGlobal: boolean, headers: Record<string, string>): RateLimitVerdict => {
    refused += 1
    const scope = isGlobal ? 'global' : 'user'
    const value = { message: 'You are being rate limited.', retry_after: seconds, global: isGlobal }
    const wait = { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': scope }
    return { limited: json(429, value, { ...headers, ...wait, ...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}) }) }
  }

  const take = (key: string, bucket: string): RateLimitVerdict => {
    const window = open(windows.get(key), LIMIT)
    windows.set(key, window)
    const isRefused = window.remaining === 0
    if (!isRefused) window.remaining -= 1
    const headers = {
      'x-ratelimit-limit': String(LIMIT.requests),
      'x-ratelimit-remaining': String(window.remaining),
      'x-ratelimit-reset': (window.resetAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': secondsLeft(window).toFixed(3),
      'x-ratelimit-bucket': bucket,
    }
    return isRefused ? limit(secondsLeft(window), false, headers) : { headers }
  }

  return {
    /** Edits and follow-ups: 5 in 5 s for each interaction. */
    takeToken: (token: string) => take(token, TOKEN_BUCKET),
    /** Messages of a bot, and reading them: 5 in 5 s each for a channel. */
    takeChannel: (kind: keyof typeof CHANNEL_BUCKETS, channelId: string) =>
      take(`${kind} ${channelId}`, CHANNEL_BUCKETS[kind]),
    /** Requests with the bot's token: 50 per second. */
    takeGlobal(): RateLimitVerdict {
      global = open(global, GLOBAL_LIMIT)
      if (global.remaining === 0) return limit(secondsLeft(global), true, {})
      global.remaining -= 1
      return { headers: {} }
    },
    /** The number of rejected requests. */
    refused: () => refused,
  }
}

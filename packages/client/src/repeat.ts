import { ApiError } from './api-error.ts'
import { sleep, type Clock } from './clock.ts'
import { startDeadline } from './deadline.ts'
import type { Call, Request } from './request.ts'

export interface RepeatOptions {
  /** Maximum number of retries of a failed call; 0 for none. */
  retries: number
  /** Milliseconds before the first retry if the service does not name a pause; doubled for each further one. */
  firstDelayMs: number
  /** Longest pause before a retry. A pause that the service asks for is observed in full, or the call is not retried. */
  maxDelayMs: number
  /** Time limit of a call without its own, milliseconds. */
  timeoutMs: number
  clock: Clock
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  /** Milliseconds until the quota of a token allows another call. */
  pauseMs: (call: Call) => number
}

/**
 * Retries calls after temporary failures; those that change something only after the service has refused them (`isOnce`). If a pause does not
 * fit into the time limit, the call rejects at once.
 */
export function createRepeating(request: Request, options: RepeatOptions): Request {
  const { retries, timeoutMs, clock, pauseMs } = options
  return async (call, read) => {
    const deadline = call.deadline ?? startDeadline(clock, call.timeoutMs ?? timeoutMs, call.signal)
    const { signal } = deadline
    try {
      for (let failed = 0; ;) {
        const pause = pauseMs(call)
        // A quota that is refilled too late may have been refilled otherwise, so the service decides.
        if (pause > 0 && pause < deadline.leftMs()) await sleep(clock, pause, signal)
        try {
          return await request({ ...call, signal }, read)
        } catch (error) {
          const delay = call.isOnce && !isRefusal(error) ? undefined : delayAfter(error, failed++, options)
          if (failed > retries || delay === undefined || delay >= deadline.leftMs()) throw error
          await sleep(clock, delay, signal)
        }
      }
    } finally {
      if (!call.deadline) deadline.stop()
    }
  }
}

/** Statuses of temporary failures, of a service or of a proxy in front of it. */
const TEMPORARY = new Set([429, 502, 503, 504])

/** 503s after which a change may have been made: of a proxy, and of a database that was lost during the commit. */
const UNDECIDED = new Set<ApiError['code']>(['unreadable_answer', 'database_unavailable'])

/** Whether the service itself says that it has not done what it was asked for. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && !UNDECIDED.has(error.code) && (error.status === 429 || error.status === 503)

/** Milliseconds before a retry of a failed call; undefined if a retry makes no sense. */
export function delayAfter(
  error: unknown,
  failedBefore: number,
  { firstDelayMs, maxDelayMs, random }: Pick<RepeatOptions, 'firstDelayMs' | 'maxDelayMs' | 'random'>,
): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, status = 0, details } = error
  // Never earlier than the service asks for; jitter spreads the retries of clients that were refused together.
  if (details.retryAfter !== undefined) return details.retryAfter * 1000 + random() * firstDelayMs
  if (code !== 'connection_failed' && !TEMPORARY.has(status)) return undefined
  return Math.min(firstDelayMs * 2 ** failedBefore, maxDelayMs) * (0.5 + random() / 2)
}

import { ApiError } from './api-error.ts'
import { sleep, type Clock } from './clock.ts'
import { startDeadline } from './deadline.ts'
import type { Call, Request } from './request.ts'

export interface RepeatOptions {
  /** How often a failed call is repeated; 0 for never. */
  retries: number
  /** Milliseconds before the first repetition where the service does not say; doubled for each further one. */
  firstDelayMs: number
  /** The longest such pause. What the service asks for is waited for in full, or not at all. */
  maxDelayMs: number
  /** Milliseconds for a call that has no limit of its own. */
  timeoutMs: number
  clock: Clock
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  /** Milliseconds until the quota of a token allows another call. */
  pauseMs: (call: Call) => number
}

/**
 * Repeats calls that fail for now. Every operation only reads, so each of them may be repeated. A pause that does not fit into the
 * time of the call is not begun: the call rejects at once.
 */
export function createRepeating(request: Request, options: RepeatOptions): Request {
  const { retries, timeoutMs, clock, pauseMs } = options
  return async (call, read) => {
    const deadline = call.deadline ?? startDeadline(clock, call.timeoutMs ?? timeoutMs, call.signal)
    const { signal } = deadline
    try {
      for (let failed = 0; ;) {
        const pause = pauseMs(call)
        // A quota that is refilled too late may still have been refilled otherwise: the service decides.
        if (pause > 0 && pause < deadline.leftMs()) await sleep(clock, pause, signal)
        try {
          return await request({ ...call, signal }, read)
        } catch (error) {
          const delay = delayAfter(error, failed++, options)
          if (failed > retries || delay === undefined || delay >= deadline.leftMs()) throw error
          await sleep(clock, delay, signal)
        }
      }
    } finally {
      if (!call.deadline) deadline.stop()
    }
  }
}

/** Statuses of a service, or of a proxy in front of it, that has no answer for now. */
const TEMPORARY = new Set([429, 502, 503, 504])

/** Milliseconds before a failed call is repeated; undefined if that makes no sense. */
function delayAfter(
  error: unknown,
  failedBefore: number,
  { firstDelayMs, maxDelayMs, random }: RepeatOptions,
): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, status = 0, details } = error
  // Never earlier than asked for; the jitter keeps clients that were refused together from coming back together.
  if (details.retryAfter !== undefined) return details.retryAfter * 1000 + random() * firstDelayMs
  if (code !== 'connection_failed' && !TEMPORARY.has(status)) return undefined
  return Math.min(firstDelayMs * 2 ** failedBefore, maxDelayMs) * (0.5 + random() / 2)
}

import { ApiError } from './api-error.ts'
import { sleep, type Clock } from './clock.ts'
import { eventStream, readMessages } from './read-events.ts'
import { delayAfter } from './repeat.ts'
import { isError, toApiError, type Request } from './request.ts'

/** Longest time without a byte. The service sends a comment every 15 s. */
const SILENT_MS = 45_000
/** Pause before the first attempt to connect again where `createClient` has no other, and the longest pause. */
const MAX_DELAY_MS = 30_000

export interface FollowOptions {
  /** The id of the last event that was handled, or the `eventsCursor` of a list; without it, events begin with the oldest that is kept. */
  after?: string | undefined
  /** The types of events, by default all that the scopes of the token allow. */
  types?: readonly string[] | undefined
  /** Ends the loop, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /**
   * Called with each newer cursor, after the event with this id was handled; also from time to time without events, because cursors expire.
   * Store it, to go on from there after a restart.
   */
  onCursor?: ((cursor: string) => void) | undefined
  /** Called once on each connection, when the loop has handled all events until then: a copy is up to date from now on. */
  onCurrent?: (() => void) | undefined
  /** Called with each failure after which the client connects again, and the pause before it, milliseconds. */
  onFailure?: ((error: unknown, delayMs: number) => void) | undefined
}

export interface FollowSettings {
  clock: Clock
  random: () => number
  firstDelayMs: number
}

/**
 * Events after the cursor may be missing, because it is too old. Read the lists again, and follow from the `eventsCursor` that comes with
 * them.
 */
export class CursorExpiredError extends ApiError {}

/** Why a stream ended although events go on: the reason that the service gave, or that the connection broke. */
const BROKEN = 'The stream of events broke off.'

/**
 * Follows the events of a Discord server without an end. Connects again whenever the stream ends, and goes on after the last event that the
 * loop has handled, so that none is missing or comes twice. Rejects with a CursorExpiredError, with an ApiError that a repetition cannot
 * mend, such as a token that was revoked, or with the reason of the signal.
 */
export const createFollow = <Event>(request: Request, settings: FollowSettings) =>
  async function* follow({ after, types, signal, onCursor, onCurrent, onFailure }: FollowOptions = {}): AsyncGenerator<
    Event,
    void,
    undefined
  > {
    const forever = signal ?? new AbortController().signal
    let cursor = after
    const report = (id: string | undefined, event: string | undefined) => {
      if (id !== undefined) {
        cursor = id
        onCursor?.(id)
      }
      if (event === 'current') onCurrent?.()
    }
    for (let failed = 0; ; failed++) {
      const silence = watchSilence(settings.clock, forever)
      let failure: unknown = new ApiError('stream_broken', BROKEN)
      try {
        const call = {
          path: '/api/events',
          query: { after: cursor, types: types?.join(',') },
          headers: { accept: 'text/event-stream' },
          token: 'tool',
          signal: silence.signal,
        } as const
        const response = await request(call, eventStream)
        for await (const { id, event, data } of readMessages(response.body, silence.restart)) {
          const value: unknown = data === undefined ? undefined : JSON.parse(data)
          if (event === 'end') {
            // Whether it is worth connecting again, the next answer says.
            failure = isError(value) ? toApiError(value, response) : failure
            break
          }
          failed = 0
          if (value !== undefined && event === undefined) {
            // The loop may take its time.
            silence.stop()
            yield value as Event
            silence.restart()
          }
          report(id, event)
        }
      } catch (error) {
        forever.throwIfAborted()
        failure = error
      } finally {
        silence.end()
      }
      const delay = delayBefore(failure, failed, settings)
      onFailure?.(failure, delay)
      await sleep(settings.clock, delay, forever)
    }
  }

/** Milliseconds before the next attempt; throws where another one makes no sense. */
function delayBefore(failure: unknown, failed: number, { random, firstDelayMs }: FollowSettings): number {
  const rules = { firstDelayMs, maxDelayMs: MAX_DELAY_MS, random }
  const { code, status = 0, message = '', details = {} } = failure instanceof ApiError ? failure : {}
  if (code === 'cursor_expired' && status > 0) throw new CursorExpiredError(code, message, { status, ...details })
  // Only an answer is final: what ends a stream may be over, such as a restart of the service.
  if (status >= 300 && status < 500) {
    const delay = delayAfter(failure, failed, rules)
    if (delay === undefined) throw failure
    return delay
  }
  const temporary = new ApiError('connection_failed', message, details)
  return delayAfter(temporary, failed, rules) ?? MAX_DELAY_MS
}

/** A signal that aborts when nothing has arrived for too long, or when the caller's signal does. */
function watchSilence(clock: Clock, given: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort(given.reason)
  let cancel = () => {}
  const stop = () => cancel()
  const restart = () => {
    stop()
    cancel = clock.setTimer(SILENT_MS, () =>
      controller.abort(new ApiError('connection_failed', `Nothing has arrived for ${SILENT_MS / 1_000} s.`)),
    )
  }
  if (given.aborted) abort()
  given.addEventListener('abort', abort)
  restart()
  return {
    signal: controller.signal,
    restart,
    stop,
    end() {
      stop()
      given.removeEventListener('abort', abort)
    },
  }
}

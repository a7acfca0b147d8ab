import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'
import { systemCodeOf } from '../../lib/thrown.ts'

/** Kinds of failed requests to Discord, by what they mean for another attempt. */
export type Failure =
  /** Discord has received and refused the request; repeating it will not succeed. */
  | { kind: 'channel_gone' | 'forbidden' | 'rejected' }
  /** Discord has certainly not carried the request out; `retryAfterMs` if Discord says when to retry. */
  | { kind: 'not_done'; retryAfterMs?: number }
  /** Discord may have carried the request out. */
  | { kind: 'unknown' }

const GONE = new Set<unknown>([RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild])
/** Discord's error code for clients that its network blocks. */
const NETWORK_BLOCK = 40_333
/** Error codes of failures before a connection was open. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Classifies the error of a request to the bot API. The result is `not_done` only if Discord has certainly not carried the request out. */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof RateLimitError) return { kind: 'not_done', retryAfterMs: error.retryAfter }
  if (error instanceof DiscordAPIError) return classifyRefusal(error)
  if (error instanceof HTTPError) return { kind: 'unknown' }
  return { kind: isUnsent(error) ? 'not_done' : 'unknown' }
}

function classifyRefusal({ code, status }: DiscordAPIError): Failure {
  // Errors of Discord itself have a code. The page of a proxy has no code, and says nothing about the channel.
  const isDiscords = typeof code === 'number' && code !== 0 && code !== NETWORK_BLOCK
  if (GONE.has(code)) return { kind: 'channel_gone' }
  if ((status === 403 && isDiscords) || code === RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel)
    return { kind: 'forbidden' }
  if ((status === 400 && typeof code === 'number') || (status === 413 && isDiscords)) return { kind: 'rejected' }
  return { kind: 'not_done' }
}

/** Whether a request failed before anything was sent. An error of `fetch` has the reason in its `cause`. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return NOT_SENT.has(systemCodeOf(error)) || isUnsent(error.cause)
}

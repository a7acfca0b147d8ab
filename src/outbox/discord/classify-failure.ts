import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'
import { systemCodeOf } from '../../lib/thrown.ts'

/** Why Discord did not confirm a request, and what that means for another attempt. */
export type Failure =
  /** Discord has received and refused it; the same request will not succeed. */
  | { kind: 'channel_gone' | 'forbidden' | 'rejected' }
  /** Discord has certainly not done it; `retryAfterMs` where it says when it will. */
  | { kind: 'not_done'; retryAfterMs?: number }
  /** Discord may have done it. */
  | { kind: 'unknown' }

const GONE = new Set<unknown>([RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild])
/** Discord's answer to clients that its network does not let through. */
const NETWORK_BLOCK = 40_333
/** Codes of failures before a connection was open. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Classifies what a request of the bot API rejected with. Only what is certain counts as not done. */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof RateLimitError) return { kind: 'not_done', retryAfterMs: error.retryAfter }
  if (error instanceof DiscordAPIError) return classifyRefusal(error)
  if (error instanceof HTTPError) return { kind: 'unknown' }
  return { kind: isUnsent(error) ? 'not_done' : 'unknown' }
}

function classifyRefusal({ code, status }: DiscordAPIError): Failure {
  // Discord's own errors have a code; a page of a proxy on the way has none, and says nothing about the channel.
  const isDiscords = typeof code === 'number' && code !== 0 && code !== NETWORK_BLOCK
  if (GONE.has(code)) return { kind: 'channel_gone' }
  if ((status === 403 && isDiscords) || code === RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel)
    return { kind: 'forbidden' }
  if ((status === 400 && typeof code === 'number') || (status === 413 && isDiscords)) return { kind: 'rejected' }
  return { kind: 'not_done' }
}

/** Whether a request failed before anything was sent; fetch has the reason as the cause of its error. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return NOT_SENT.has(systemCodeOf(error)) || isUnsent(error.cause)
}

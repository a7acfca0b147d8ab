import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'

/** Kinds of failed requests to Discord, by what they mean for another attempt. */
export type Failure =
  /** Discord has received and refused the request; repeating it will not succeed. */
  | { kind: 'channel_gone' | 'forbidden' | 'rejected' }
  /** Another attempt may succeed, after `retryAfterMs` if Discord says when. Discord may have carried the request out. */
  | { kind: 'passing'; retryAfterMs?: number }

const GONE = new Set<unknown>([RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild])
/** Discord's error code for clients that its network blocks. */
const NETWORK_BLOCK = 40_333

/** Classifies the error of a request to the bot API. */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof RateLimitError) return { kind: 'passing', retryAfterMs: error.retryAfter }
  return error instanceof DiscordAPIError ? classifyRefusal(error) : { kind: 'passing' }
}

function classifyRefusal({ code, status }: DiscordAPIError): Failure {
  // Errors of Discord itself have a code. The page of a proxy has no code, and says nothing about the channel.
  const isDiscords = typeof code === 'number' && code !== 0 && code !== NETWORK_BLOCK
  if (GONE.has(code)) return { kind: 'channel_gone' }
  if ((status === 403 && isDiscords) || code === RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel)
    return { kind: 'forbidden' }
  if ((status === 400 && typeof code === 'number') || (status === 413 && isDiscords)) return { kind: 'rejected' }
  return { kind: 'passing' }
}

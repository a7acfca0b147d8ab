import {
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  GatewayCloseCodes,
  HTTPError,
  RESTJSONErrorCodes,
} from 'discord.js'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'

const GONE = new Set<unknown>([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.InvalidWebhookToken,
])

/** Whether Discord no longer knows the interaction or its message, so that no answer can be shown. */
export function isGone(error: unknown): boolean {
  return error instanceof DiscordAPIError && GONE.has(error.code)
}

/** Whether Discord itself failed: its status was 500 or higher, which is not the fault of the request. */
export function isFailureOfDiscord(error: unknown): boolean {
  return (error instanceof DiscordAPIError || error instanceof HTTPError) && error.status >= 500
}

/** Whether an error is one of the network or of Discord itself: an outage, whose stack would say nothing. */
const isOutage = (error: unknown): boolean =>
  isFailureOfDiscord(error) ||
  (error instanceof Error && (/^(E(?!RR_)[A-Z_]+|UND_ERR_\w+)$/.test(systemCodeOf(error)) || isOutage(error.cause)))

/** Whether Discord refused the acknowledgement of an interaction, because it was acknowledged before. */
export function isAcknowledged(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
}

/**
 * Removes the request from an error, for the log: errors of discord.js contain the URL with the interaction's token, with which anyone can
 * write in the bot's name for 15 minutes.
 */
export function withoutRequest(error: unknown): unknown {
  if (!(error instanceof DiscordAPIError) && !(error instanceof HTTPError)) return error
  const { name, message, status, method, stack } = error
  return { type: name, message, status, method, stack }
}

/** The facts about an error of a request to Discord for the log; only an error that may be a bug has a stack. */
export const toErrorFacts = (error: unknown): { reason: string } | { err: unknown } =>
  isOutage(error) ? { reason: messageOf(error) } : { err: withoutRequest(error) }

const TOKEN_REFUSED =
  'Discord refuses DISCORD_TOKEN. Copy the token anew from https://discord.com/developers/applications (Bot, Reset Token) into .env.'

/** Advice about a permanent login error; undefined for a temporary error. */
export function explainRefusal(error: unknown): string | undefined {
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) return TOKEN_REFUSED
  if (error instanceof DiscordAPIError && error.status === 401) return TOKEN_REFUSED
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.DisallowedIntents) {
    return explainClose(GatewayCloseCodes.DisallowedIntents)
  }
  return undefined
}

/** Advice about a close code after which discord.js does not reconnect. */
export function explainClose(code: GatewayCloseCodes): string {
  switch (code) {
    case GatewayCloseCodes.AuthenticationFailed:
      return TOKEN_REFUSED
    case GatewayCloseCodes.DisallowedIntents:
    case GatewayCloseCodes.InvalidIntents:
      return 'Discord refuses the intents of this bot, which asks for none; see whether DISCORD_API_URL leads to Discord.'
    default:
      return `Discord closed the connection for good (${code}, ${GatewayCloseCodes[code] ?? 'unknown'}); see whether a newer version of Rapsheet is available.`
  }
}

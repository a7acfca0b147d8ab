import { DiscordAPIError, HTTPError } from 'discord.js'
import type { Logger } from 'pino'
import { RapsheetError } from '../model/error.ts'

/** How an interaction ended: `answered`, or the code of what was answered instead, with the failure behind it. */
export interface Ending {
  outcome: string
  error?: unknown
}

/** One line for an interaction, at the level its failure deserves. Steam's troubles are told without a stack. */
export function logEnding(log: Logger, facts: object, { outcome, error }: Ending): void {
  if (outcome === 'internal') return log.error({ ...facts, err: withoutRequest(error) }, 'interaction')
  if (outcome === 'unanswered') return log.warn({ ...facts, err: withoutRequest(error) }, 'interaction')
  if (!(error instanceof RapsheetError)) return log.info(facts, 'interaction')
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  const entry = { ...facts, upstreamStatus: error.upstreamStatus, reason: error.message, cause }
  switch (error.code) {
    // Said once a minute, where it is met.
    case 'key_refused':
    case 'platform_unavailable':
    case 'platform_blocked':
    case 'overloaded':
    case 'budget_spent':
    case 'not_configured':
      return log.warn(entry, 'interaction')
    default:
      return log.info(facts, 'interaction')
  }
}

/**
 * A failure as it may be logged. discord.js keeps in its errors what was sent, and the address, which holds the interaction's
 * token: whoever has it can write in the bot's name for a quarter of an hour.
 */
export function withoutRequest(error: unknown): unknown {
  if (!(error instanceof DiscordAPIError) && !(error instanceof HTTPError)) return error
  const { name, message, status, method, stack } = error
  return { type: name, message, status, method, stack }
}

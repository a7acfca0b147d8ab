import { DiscordAPIError, HTTPError } from 'discord.js'
import type { Logger } from 'pino'
import { ERROR_TRAITS, RapsheetError, toLogFacts } from '../model/error.ts'

/** How an interaction ended: `answered`, or the code of what was answered instead, with the failure behind it. */
export interface InteractionResult {
  outcome: string
  error?: unknown
}

/** Writes one line for an interaction, at the level its failure deserves; the stack only of unexpected errors. */
export function logResult(log: Logger, facts: object, { outcome, error }: InteractionResult): void {
  if (outcome === 'internal') return log.error({ ...facts, err: withoutRequest(error) }, 'interaction')
  if (outcome === 'unanswered') return log.warn({ ...facts, err: withoutRequest(error) }, 'interaction')
  if (!(error instanceof RapsheetError)) return log.info(facts, 'interaction')
  log[ERROR_TRAITS[error.code].logLevel]({ ...facts, ...toLogFacts(error) }, 'interaction')
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

import type { Texts } from './texts/texts.ts'

/**
 * Codes of the bot's own errors, which all features share. Most of them have their texts in `texts`. The last four are shown by the page
 * too, so their texts are among the texts about accounts.
 */
export type CommandErrorCode = keyof Texts['errors'] | 'rate_limited' | 'too_slow' | 'file_too_large' | 'file_not_text'

/** The error of a command that failed in the bot, not at Steam. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode
  /** The input that caused the error. */
  readonly subject: string | undefined
  /** A limit or a number that the error text names. */
  readonly detail: string | undefined
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs: number | undefined
  /** For errors of a rate limit: whether the command costs all lookups of a minute. */
  readonly needsWholeMinute: boolean | undefined

  constructor(code: CommandErrorCode, details: Partial<Omit<CommandError, 'name' | 'message' | 'code'>> = {}) {
    super(code, details)
    // The details may be another error, whose code is not that of this one.
    Object.assign(this, details)
    this.code = code
  }
}

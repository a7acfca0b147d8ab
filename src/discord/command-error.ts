import type { Texts } from './texts/texts.ts'

/** Codes of the errors of the bot itself, which features have in common: those that it has a text for, and those that a page can have too. */
export type CommandErrorCode = keyof Texts['errors'] | 'rate_limited' | 'too_slow' | 'file_too_large' | 'file_not_text'

/** A command that failed on the Discord side. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode
  /** The input that the error is about. */
  readonly subject: string | undefined
  /** A limit or a number, as text. */
  readonly detail: string | undefined
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs: number | undefined
  /** For errors of a rate limit: whether the command costs all lookups of a minute. */
  readonly needsWholeMinute: boolean | undefined

  constructor(
    code: CommandErrorCode,
    details: Partial<Pick<CommandError, 'subject' | 'detail' | 'retryAfterMs' | 'needsWholeMinute' | 'cause'>> = {},
  ) {
    super(code, details)
    this.code = code
    this.subject = details.subject
    this.detail = details.detail
    this.retryAfterMs = details.retryAfterMs
    this.needsWholeMinute = details.needsWholeMinute
  }
}

/** Codes of the errors that only Discord users get; those of the service are `ErrorCode`. */
export type CommandErrorCode =
  | 'rate_limited'
  | 'server_rate_limited'
  | 'scan_running'
  | 'scan_gone'
  | 'too_slow'
  | 'outdated_button'
  | 'not_your_button'
  | 'not_permitted'
  | 'unknown_command'
  | 'several_accounts'
  | 'nothing_given'
  | 'nothing_understood'
  | 'no_account_in_message'
  | 'file_too_large'
  | 'file_not_text'
  | 'file_unavailable'
  | 'post_refused'
  | 'internal'

interface CommandErrorDetails {
  /** The input that the error is about. */
  subject?: string
  /** A limit or a number, as text. */
  detail?: string
  /** Milliseconds after which a retry makes sense. */
  retryAfterMs?: number
  cause?: unknown
}

/** A command that failed on the Discord side; its texts are in the catalogue. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode
  readonly subject: string | undefined
  readonly detail: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: CommandErrorCode, details: CommandErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.subject = details.subject
    this.detail = details.detail
    this.retryAfterMs = details.retryAfterMs
  }
}

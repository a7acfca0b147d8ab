/** Codes of what was refused before the service was asked. */
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

interface CommandErrorFacts {
  /** What was refused, as the user named it. */
  subject?: string
  /** A limit or a number, in words. */
  detail?: string
  /** Milliseconds after which it can be had. */
  retryAfterMs?: number
  cause?: unknown
}

/** Something this face refuses on its own account; the words for it are in the catalogue of texts. */
export class CommandError extends Error {
  override readonly name = 'Refusal'
  readonly code: CommandErrorCode
  readonly subject: string | undefined
  readonly detail: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: CommandErrorCode, facts: CommandErrorFacts = {}) {
    super(code, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.subject = facts.subject
    this.detail = facts.detail
    this.retryAfterMs = facts.retryAfterMs
  }
}

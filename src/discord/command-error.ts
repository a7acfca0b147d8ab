import type { ErrorCode } from '../model/error.ts'
import type { en } from './texts/en.ts'

/** Codes of the errors that only Discord users get: all that have a text, except those of the service. */
export type CommandErrorCode = Exclude<keyof (typeof en)['errors'], ErrorCode>

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
  /** For `several_accounts`: these, as they were read. */
  readonly accounts: readonly string[]

  constructor(
    code: CommandErrorCode,
    details: Partial<
      Pick<CommandError, 'subject' | 'detail' | 'retryAfterMs' | 'needsWholeMinute' | 'accounts' | 'cause'>
    > = {},
  ) {
    super(code, details)
    this.code = code
    this.subject = details.subject
    this.detail = details.detail
    this.retryAfterMs = details.retryAfterMs
    this.needsWholeMinute = details.needsWholeMinute
    this.accounts = details.accounts ?? []
  }
}

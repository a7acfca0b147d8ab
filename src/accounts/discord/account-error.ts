/** Why a command cannot use the accounts that it was given. */
export type AccountErrorCode =
  | 'several_accounts'
  | 'same_account'
  | 'nothing_given'
  | 'nothing_understood'
  | 'no_account_in_message'

/** A command that cannot use the accounts that it was given. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  /** The input that the error is about. */
  readonly subject: string | undefined
  /** For `several_accounts`: the accounts as they were read. */
  readonly accounts: readonly string[]

  constructor(
    code: AccountErrorCode,
    { subject, accounts = [] }: { subject?: string; accounts?: readonly string[] } = {},
  ) {
    super(code)
    this.code = code
    this.subject = subject
    this.accounts = accounts
  }
}

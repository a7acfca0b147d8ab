/** The reasons why a command cannot use its accounts. */
export type AccountErrorCode =
  | 'several_accounts'
  | 'same_account'
  | 'nothing_given'
  | 'nothing_understood'
  | 'no_account_in_message'

/** The error of a command that cannot use its accounts. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  /** The input that caused the error. */
  readonly subject: string | undefined
  /** With the code `several_accounts`: the accounts that were found in the input; otherwise empty. */
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

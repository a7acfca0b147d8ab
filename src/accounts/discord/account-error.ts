/** The reasons why a command cannot use its accounts. */
export type AccountErrorCode =
  | 'several_accounts'
  | 'same_account'
  | 'nothing_given'
  | 'nothing_understood'
  | 'no_account_in_message'
  | 'message_not_read'
  | 'message_withheld'
  | 'no_account_in_names'

/** What was read of a message or a user: the nickname too, not the nickname because that failed, or a message whose author has none. */
export type WhatWasRead = 'nickname_too' | 'nickname_unreadable' | 'no_nickname'

/** The error of a command that cannot use its accounts. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  /** The input that caused the error. */
  readonly subject: string | undefined
  /** With the code `several_accounts`: the accounts that were found in the input; otherwise empty. */
  readonly accounts: readonly string[] = []
  /** With the codes `no_account_in_message`, `message_not_read` and `no_account_in_names`: what was read. */
  readonly read: WhatWasRead | undefined
  /** With the code `message_not_read`: why parts of the message were not read. */
  readonly unread: readonly Error[] = []

  constructor(code: AccountErrorCode, details: Partial<Omit<AccountError, keyof Error | 'code'>> = {}) {
    super(code)
    this.code = code
    Object.assign(this, details)
  }
}

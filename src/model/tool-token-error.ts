import { RefusedChange } from './refused-change.ts'
import type { TokenNameProblem } from './token-name.ts'

/** Why the tokens of tools cannot be changed as asked, with the facts that a text about it needs. */
export type ToolTokenProblem =
  | TokenNameProblem
  /** The name contains the id of an account, which could not be erased from what the tool has written. */
  | { code: 'token_name_has_account' }
  | { code: 'scopes_missing' }
  /** A valid token has this name. */
  | { code: 'name_taken'; name: string }
  /** `limit` is the maximum number of valid tokens of a server. */
  | { code: 'tokens_full'; limit: number }
  | { code: 'no_token'; name: string }
  /** The token that an old message names has been revoked or deleted. */
  | { code: 'token_gone' }

/** The error of a use case of the tokens of tools. */
export class ToolTokenError extends RefusedChange<ToolTokenProblem> {
  override readonly name = 'ToolTokenError'
}

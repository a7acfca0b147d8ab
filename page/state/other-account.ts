import { withoutTradeToken } from '../../src/text/account-input.ts'
import { readNamedAccounts } from '../../src/text/account-list.ts'

/**
 * Reads a text that should name a single account; returns that account in the form for the page's address. A text that names no account or
 * several accounts is returned without the secret of a trade link, so that the service refuses it.
 */
export function readOther(text: string): string {
  const [account, ...others] = readNamedAccounts(text)
  return account !== undefined && others.length === 0 ? account : withoutTradeToken(text.trim())
}

import { withoutTradeToken } from '../../src/model/account-input.ts'
import { readNamedAccounts } from '../../src/model/account-text.ts'

/**
 * Reads a text that should name a single account, in the form for the page's address. Other texts are returned without the secret of a
 * trade link, so that the service refuses them.
 */
export function readOther(text: string): string {
  const [account, ...others] = readNamedAccounts(text)
  return account !== undefined && others.length === 0 ? account : withoutTradeToken(text.trim())
}

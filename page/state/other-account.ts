import { withoutTradeToken } from '../../src/model/account-input.ts'
import { readNamedAccounts } from '../../src/model/account-text.ts'

/**
 * The account of a text that should name a single one, in a form for the address of the page. A text that names none, or several,
 * is returned for the service to refuse, without the secret of a trade link.
 */
export function readOther(text: string): string {
  const [account, ...others] = readNamedAccounts(text)
  return account !== undefined && others.length === 0 ? account : withoutTradeToken(text.trim())
}

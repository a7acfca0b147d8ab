import { plainDisplayName, stripInvisible } from '../../src/lib/visible-text.ts'
import type { PageState } from '../state/page-state.ts'
import type { PageTexts } from '../texts/page-texts.ts'

/** The title of the window: the name of the account, or the number of accounts. */
export function titleOf({ address, parts }: PageState, { accounts, page }: PageTexts): string {
  const { account } = parts
  if (account.state === 'ready') {
    return page.frame.documentTitle({ what: plainDisplayName(account.value.profile.personaname, accounts) })
  }
  if (address.account !== null) return page.frame.documentTitle({ what: stripInvisible(address.account) })
  if (address.accounts.length > 0)
    return page.frame.documentTitle({ what: accounts.batch.title({ count: address.accounts.length }) })
  return page.frame.title
}

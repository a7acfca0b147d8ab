import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import type { InventoryAnswer } from '../../src/model/inventory.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import type { RustStatsAnswer } from '../../src/model/stats.ts'
import { START, type Address } from '../address.ts'
import type { AccountList, PastedRest } from './account-list.ts'
import { IDLE, type Loadable } from './loadable.ts'
import type { Scan } from './scan.ts'

/** The known parts of one account. */
export interface AccountParts {
  account: Loadable<LookupAnswer>
  friends: Scan
  stats: Loadable<RustStatsAnswer>
  inventory: Loadable<InventoryAnswer>
  /** The comparison with the other account of the address. */
  comparison: Loadable<ComparisonAnswer>
}

export const NO_PARTS: AccountParts = { account: IDLE, friends: IDLE, stats: IDLE, inventory: IDLE, comparison: IDLE }

export interface PageState {
  address: Address
  /** Parts of the account in the address. */
  parts: AccountParts
  /** List of the accounts in the address; it is kept while a card is shown, so that *back* returns to it. */
  list: AccountList | null
  /** The content of a pasted text besides the accounts of the address. */
  pasted: PastedRest | null
}

export const START_STATE: PageState = { address: START, parts: NO_PARTS, list: null, pasted: null }

/** Whether the service has refused a request because of its token, so that the page has to ask for one. */
export function isTokenRefused({ parts, list }: PageState): boolean {
  const { account, friends, stats, inventory, comparison } = parts
  const errors = [account, friends, stats, inventory, comparison].map((part) =>
    part.state === 'failed' ? part.error : null,
  )
  return [...errors, list?.error].some((error) => error?.code === 'unauthorized')
}

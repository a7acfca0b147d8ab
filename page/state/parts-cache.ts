import type { Address } from '../address.ts'
import { IDLE } from './loadable.ts'
import { NO_PARTS, type AccountParts } from './page-state.ts'

/** Maximum number of accounts whose answers are kept for *back* and *forward*. */
const MAX_KEPT = 20

/** Keeps the answers about shown accounts, so that *back* does not repeat a friend scan. */
export function createPartsCache() {
  const kept = new Map<string, AccountParts>()
  return {
    keep({ account }: Address, parts: AccountParts): void {
      if (account === null) return
      kept.delete(account)
      kept.set(account, withoutUnanswered(parts))
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    },
    find({ account }: Address): AccountParts {
      return (account === null ? undefined : kept.get(account)) ?? NO_PARTS
    },
  }
}

/** Removes unanswered parts and the comparison, which belongs to two accounts and is requested again. */
export function withoutUnanswered({ account, friends, stats, inventory }: AccountParts): AccountParts {
  return {
    account: account.state === 'ready' ? account : IDLE,
    friends: friends.state === 'done' ? friends : IDLE,
    stats: stats.state === 'ready' ? stats : IDLE,
    inventory: inventory.state === 'ready' ? inventory : IDLE,
    comparison: IDLE,
  }
}

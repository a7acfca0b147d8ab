import type { AccountsRepository, AccountState } from '../database/accounts.ts'
import type { Comparison } from './compare-records.ts'

/**
 * Stores what a record seen at `at` changes of what is known of an account, except that it was checked (`recordChecked`).
 * Resolves to the id of the new observation, for the alerts about its changes; null without one.
 */
export async function storeComparison(
  accounts: Pick<AccountsRepository, 'addObservation' | 'refine' | 'setDip'>,
  { steamId, current }: AccountState,
  { kind, state, changes, dip, mustStoreDip }: Comparison,
  at: number,
): Promise<number | null> {
  const isObservation = kind === 'baseline' || kind === 'changed'
  const observationId = isObservation
    ? await accounts.addObservation({ steamId, firstSeenAt: at, changes, ...state })
    : null
  if (kind === 'refined' && current) await accounts.refine(current.observationId, state)
  if (mustStoreDip) await accounts.setDip(steamId, dip)
  return observationId
}

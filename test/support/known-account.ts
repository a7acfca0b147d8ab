import type { AccountsRepository, AccountState } from '../../src/watch/database/accounts.ts'
import type { BanChange, BanRecord } from '../../src/model/ban-record.ts'
import { compareRecords, type Comparison } from '../../src/watch/records.ts'
import { storeComparison } from '../../src/watch/alerts.ts'

/** An account whose records are compared and stored as the service does it, without a database. */
export interface KnownAccount {
  state: AccountState
  /** All changes that were stored, oldest first. */
  changes: BanChange[]
  see: (record: BanRecord, at: number, sweepId: number | null) => Promise<Comparison>
}

export function createKnownAccount(steamId = '76561198000000001'): KnownAccount {
  const state: AccountState = { steamId, current: null, dips: [], checkedAt: null, failedTurns: 0 }
  const changes: BanChange[] = []
  let observations = 0
  const accounts: Pick<AccountsRepository, 'addObservation' | 'refine' | 'setDips'> = {
    async addObservation({ steamId: _, changes: added, ...observation }) {
      observations++
      changes.push(...added)
      state.current = { ...observation, observationId: observations }
      state.checkedAt ??= observation.firstSeenAt
      return observations
    },
    async refine(observationId, refined) {
      if (state.current?.observationId !== observationId)
        throw new Error(`observation ${observationId} is not the newest`)
      Object.assign(state.current, refined)
    },
    async setDips(_, dips) {
      state.dips = [...dips]
    },
  }
  return {
    state,
    changes,
    async see(record, at, sweepId) {
      const comparison = compareRecords(state, { record, at, sweepId })
      await storeComparison(accounts, state, comparison, at)
      if (comparison.isChecked) state.checkedAt = at
      return comparison
    },
  }
}

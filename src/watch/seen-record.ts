import type { BanState, Dip, Observation } from '../database/accounts.ts'
import type { BanRecord } from '../model/ban-record.ts'

/** What is known of the bans of an account; an `AccountState` is one. */
export interface KnownState {
  current: (BanState & Pick<Observation, 'firstSeenAt'>) | null
  dip: Dip | null
  checkedAt: number | null
}

/** A valid record of an account. */
export interface SeenRecord {
  record: BanRecord
  /** When Steam's answer arrived. */
  at: number
  /** The sweep that asked for it. Null for any other record: it neither starts nor confirms a dip. */
  sweepId: number | null
}

import type { AccountState } from './database/accounts.ts'
import { statusOf, type BanRecord, type BanStatus, type Interval } from '../model/ban-record.ts'
import { MAX_FAILED_TURNS } from './check-accounts.ts'

/** The known bans of a watched account. */
export interface KnownBans {
  status: BanStatus
  /** The newest record; null before the first valid one. */
  record: BanRecord | null
  /** When the last VAC or game ban happened; null without a ban, or if the time is unknown. */
  lastBan: Interval | null
  /** When the last valid record was seen; null before the first. */
  checkedAt: number | null
  /** Whether the account never had a valid record and all its turns of a sweep have failed, so that Steam may not know the id. */
  hasNoRecord: boolean
}

/** The state of an account that is not stored. */
export const NEVER_CHECKED = { current: null, checkedAt: null, failedTurns: 0 }

export function toKnownBans({
  current,
  checkedAt,
  failedTurns,
}: Pick<AccountState, 'current' | 'checkedAt' | 'failedTurns'>): KnownBans {
  return {
    status: current ? statusOf(current.record) : 'unknown',
    record: current?.record ?? null,
    lastBan: current?.lastBan ?? null,
    checkedAt,
    hasNoRecord: current === null && failedTurns >= MAX_FAILED_TURNS,
  }
}

import type { AccountState } from './database/accounts.ts'
import { MAX_AHEAD_SECONDS } from '../lib/clock.ts'
import { type BanRecord, hasOtherBans, type NewestRecord } from '../model/ban-record.ts'

/** The stored records of an account; both are undefined when only a clean record is known. */
export interface StoredRecords {
  state: AccountState | undefined
  /** The last stored news. */
  stored: NewestRecord | undefined
}

/**
 * The record of an account that every process must show after `seen` has arrived; undefined if no process has to show another record. A
 * record is returned if the bans in `seen` differ from the newest known bans. Usually it is `seen`, with missing fields filled from the
 * known record, even if `seen` is not stored as an observation, such as a dip or fewer bans in a lookup. If the known record is newer, it
 * is the known record, because the process that asked for `seen` shows `seen`.
 */
export function findNews(seen: NewestRecord, { state, stored: found }: StoredRecords): NewestRecord | undefined {
  // A time far ahead comes from a wrong clock.
  const stored = found && found.seenAt <= seen.seenAt + MAX_AHEAD_SECONDS ? found : undefined
  // Every process follows the stored news already.
  return stored && stored.seenAt > seen.seenAt ? undefined : newsBeside(seen, { state, stored })
}

function newsBeside(seen: NewestRecord, { state, stored }: StoredRecords): NewestRecord | undefined {
  const known = stored?.record ?? (state?.current ? { ...state.current.record, ...state.dip?.record } : undefined)
  if (!known) return state && seen
  if (!hasOtherBans(seen.record, known)) return undefined
  const times = [stored?.seenAt, state?.checkedAt, state?.current?.firstSeenAt].map((time) => time ?? 0)
  const knownAt = Math.max(0, ...times.filter((time) => time <= seen.seenAt + MAX_AHEAD_SECONDS))
  return knownAt > seen.seenAt
    ? { ...seen, record: withoutOldDays(known), seenAt: knownAt }
    : { ...seen, record: { ...withoutOldDays(known), ...seen.record } }
}

/** The record without the days since the last ban, which were counted at an earlier check; 0 days if it has no bans. */
function withoutOldDays({ DaysSinceLastBan: _, ...record }: BanRecord): BanRecord {
  const hasNoBan = record.NumberOfVACBans === 0 && record.NumberOfGameBans === 0
  return hasNoBan ? { DaysSinceLastBan: 0, ...record } : record
}

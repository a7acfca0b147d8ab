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
 * The record of an account that every process must show after a record has arrived; undefined if there is none. It is the new record if its
 * bans differ from the newest known ones, even if it is no observation: a dip, or fewer bans in a lookup, with missing fields filled from
 * the known state. It is the known record if the new one arrives late, because the process that asked for it shows it.
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

/** The record without days, which would count from an earlier check than the last one. */
function withoutOldDays({ DaysSinceLastBan: _, ...record }: BanRecord): BanRecord {
  const hasNoBan = record.NumberOfVACBans === 0 && record.NumberOfGameBans === 0
  return hasNoBan ? { DaysSinceLastBan: 0, ...record } : record
}

import { MAX_AHEAD_SECONDS, type WallClock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import type { Bans } from '../model/account.ts'
import { type BanRecord, toBans } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'

const MAX_ACCOUNTS = 100_000
/**
 * Minimum time for which a record is kept: as long as a finished scan is remembered, and longer than any answer takes to collect its
 * records.
 */
const LEAST_SECONDS = 3_600

/** A ban record that shows other bans than the record before it. */
export interface ChangedBans {
  record: BanRecord
  /** When Steam's answer arrived, Unix seconds. */
  fetchedAt: number
}

/**
 * The newest ban records of accounts whose bans have changed. They take precedence over older answers, which can come from the cache, from
 * a call in progress, or from a result that took seconds to collect.
 */
export interface NewestBans {
  /** Stores a record that this or another process has received, unless a newer record is known. */
  learn(steamId: SteamId, changed: ChangedBans): void
  /**
   * Returns the stored record if it is at least as new as `answer`, otherwise `answer`; the value of an incomplete stored record is null.
   */
  of<Answer extends Cached<Bans | null> | undefined>(steamId: SteamId, answer: Answer): Answer | Cached<Bans | null>
}

/**
 * Creates the store of newest ban records, in memory. It keeps a record for as long as a cached answer can live, and for at least
 * `LEAST_SECONDS`.
 */
export function createNewestBans(clock: WallClock, lifetimes: { account: number; stale: number }): NewestBans {
  const keepSeconds = Math.max(lifetimes.account + lifetimes.stale, LEAST_SECONDS)
  const entries = createLru<Cached<Bans | null>>(MAX_ACCOUNTS)
  const find = (steamId: SteamId): Cached<Bans | null> | undefined => {
    const entry = entries.get(steamId)
    if (!entry) return undefined
    const age = clock.unixSeconds() - entry.fetchedAt
    if (age > keepSeconds) entries.delete(steamId)
    // An entry far ahead of the clock was fetched while the clock was wrong.
    return age <= keepSeconds && age >= -MAX_AHEAD_SECONDS ? entry : undefined
  }
  return {
    learn(steamId, { record, fetchedAt }) {
      const known = find(steamId)
      if (fetchedAt > clock.unixSeconds() + MAX_AHEAD_SECONDS || (known && known.fetchedAt > fetchedAt)) return
      const value = toBans(record) ?? null
      if (value === null && known?.value && known.fetchedAt === fetchedAt) return
      // An incomplete record expires at once, so that Steam is asked.
      entries.set(steamId, { value, fetchedAt, expiresAt: fetchedAt + (value ? lifetimes.account : 0) })
    },
    of(steamId, answer) {
      // A shortcut, because there are nearly always no entries.
      if (entries.size === 0) return answer
      const changed = find(steamId)
      // An alert may be about the changed record, so that record also takes precedence over an answer of the same second.
      return changed && (!answer || changed.fetchedAt >= answer.fetchedAt) ? changed : answer
    },
  }
}

import type { WallClock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import type { SteamId } from '../model/steam-id.ts'

/** Minimum time between the first answer without a record and the second answer, which confirms that there is none. */
const CONFIRM_AFTER_SECONDS = 3
/** Age from which the first answer can no longer be confirmed; the next answer without the record then counts as the first. */
const CONFIRM_WITHIN_SECONDS = 600
/** How long a confirmation is valid. */
const CONFIRMED_SECONDS = 3_600
const MAX_ACCOUNTS = 10_000

/**
 * What to do about a missing record: report an outage and let the user try again in some seconds, ask Steam again now, or report that there
 * is none.
 */
type Missing = { kind: 'wait'; seconds: number } | { kind: 'ask again' } | { kind: 'confirmed' }

export type Confirmations = ReturnType<typeof createConfirmations>

/**
 * Remembers known accounts that were missing from Steam's answer. In memory only: after a restart, a missing record needs a new
 * confirmation.
 */
export function createConfirmations(clock: WallClock) {
  /** The first answer without the record, or the second one, which has confirmed it. */
  const missing = createLru<{ at: number; isConfirmed: boolean }>(MAX_ACCOUNTS)
  return {
    /**
     * Records an answer without the record, and returns the next step. Answers from before `lastSeenAt`, when the record was there, do not
     * count, and neither do those of the future, which were recorded before the clock was set back.
     */
    reportMissing(steamId: SteamId, lastSeenAt = 0): Missing {
      const now = clock.unixSeconds()
      const known = missing.get(steamId)
      const counts = known !== undefined && known.at >= lastSeenAt && known.at <= now
      const age = counts ? now - known.at : 0
      if (counts && known.isConfirmed && age < CONFIRMED_SECONDS) return { kind: 'confirmed' }
      const isFirst = !counts || known.isConfirmed || age >= CONFIRM_WITHIN_SECONDS
      if (isFirst) missing.set(steamId, { at: now, isConfirmed: false })
      const seconds = CONFIRM_AFTER_SECONDS - (isFirst ? 0 : age)
      return seconds > 0 ? { kind: 'wait', seconds } : { kind: 'ask again' }
    },
    /** Records that a second answer lacks the record too. */
    confirm(steamId: SteamId): void {
      missing.set(steamId, { at: clock.unixSeconds(), isConfirmed: true })
    },
    reportFound(steamId: SteamId): void {
      // A shortcut for the usual case, because this runs for every profile.
      if (missing.size > 0) missing.delete(steamId)
    },
  }
}

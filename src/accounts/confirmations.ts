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
  const confirmedAt = createLru<number>(MAX_ACCOUNTS)
  const firstMissingAt = createLru<number>(MAX_ACCOUNTS)
  /** Seconds since `time`; undefined for a time before `since`, or in the future, which was recorded before the clock was set back. */
  const ageOf = (time: number | undefined, since: number) =>
    time !== undefined && time >= since && time <= clock.unixSeconds() ? clock.unixSeconds() - time : undefined
  return {
    /**
     * Records an answer without the record, and returns the next step. Answers from before `lastSeenAt`, when the record was there, do not
     * count.
     */
    reportMissing(steamId: SteamId, lastSeenAt = 0): Missing {
      const confirmedFor = ageOf(confirmedAt.get(steamId), lastSeenAt)
      if (confirmedFor !== undefined && confirmedFor < CONFIRMED_SECONDS) return { kind: 'confirmed' }
      const age = ageOf(firstMissingAt.get(steamId), lastSeenAt)
      const missingFor = age !== undefined && age < CONFIRM_WITHIN_SECONDS ? age : 0
      if (missingFor === 0) firstMissingAt.set(steamId, clock.unixSeconds())
      const seconds = CONFIRM_AFTER_SECONDS - missingFor
      return seconds > 0 ? { kind: 'wait', seconds } : { kind: 'ask again' }
    },
    /** Records that a second answer lacks the record too. */
    confirm(steamId: SteamId): void {
      confirmedAt.set(steamId, clock.unixSeconds())
      firstMissingAt.delete(steamId)
    },
    reportFound(steamId: SteamId): void {
      // A shortcut for the usual case, because this runs for every profile.
      if (firstMissingAt.size + confirmedAt.size === 0) return
      confirmedAt.delete(steamId)
      firstMissingAt.delete(steamId)
    },
  }
}

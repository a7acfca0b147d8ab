import type { WallClock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import type { SteamId } from '../model/steam-id.ts'

/** Minimum time between the first answer without a profile and the second answer, which confirms that there is no profile. */
const CONFIRM_AFTER_SECONDS = 3
/** Age from which the first answer can no longer be confirmed; the next answer without a profile then counts as the first. */
const CONFIRM_WITHIN_SECONDS = 600
/** How long a confirmation is valid. */
const CONFIRMED_SECONDS = 3_600
const MAX_ACCOUNTS = 10_000

/**
 * What to do about a missing profile: report an outage and let the user try again in some seconds, ask Steam again now, or report that the
 * account has no profile.
 */
type Missing = { kind: 'wait'; seconds: number } | { kind: 'ask again' } | { kind: 'confirmed' }

export type MissingProfiles = ReturnType<typeof createMissingProfiles>

/**
 * Remembers accounts with a ban record whose profile was missing from Steam's answer. In memory only: after a restart, a missing profile
 * needs a new confirmation.
 */
export function createMissingProfiles(clock: WallClock) {
  const confirmedAt = createLru<number>(MAX_ACCOUNTS)
  const firstMissingAt = createLru<number>(MAX_ACCOUNTS)
  /** Seconds since `time`; undefined for a time in the future, which was recorded before the clock was set back. */
  const ageOf = (time: number | undefined) =>
    time !== undefined && time <= clock.unixSeconds() ? clock.unixSeconds() - time : undefined
  return {
    /** Records an answer without the profile, and returns the next step. */
    reportMissing(steamId: SteamId): Missing {
      const confirmedFor = ageOf(confirmedAt.get(steamId))
      if (confirmedFor !== undefined && confirmedFor < CONFIRMED_SECONDS) return { kind: 'confirmed' }
      const age = ageOf(firstMissingAt.get(steamId))
      const missingFor = age !== undefined && age < CONFIRM_WITHIN_SECONDS ? age : 0
      if (missingFor === 0) firstMissingAt.set(steamId, clock.unixSeconds())
      const seconds = CONFIRM_AFTER_SECONDS - missingFor
      return seconds > 0 ? { kind: 'wait', seconds } : { kind: 'ask again' }
    },
    /** Records that a second answer has no profile either. */
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

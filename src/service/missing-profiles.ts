import { LRUCache } from 'lru-cache'
import type { Clock } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'

/** Seconds between the first answer that lacks a profile and the second one, which may confirm it. */
const SECOND_LOOK_SECONDS = 3
/** Seconds after which a first answer is too old to be confirmed by a second one. */
const FIRST_LOOK_SECONDS = 600
/** Seconds for which a confirmation holds, while the profile stays missing. */
const CONFIRMED_SECONDS = 3_600
const MAX_ACCOUNTS = 10_000

/** What to make of a missing profile: ask again in so many seconds, ask for a confirmation now, or believe it. */
export type Missing = { kind: 'wait'; seconds: number } | { kind: 'ask' } | { kind: 'confirmed' }

/** Accounts that have a ban record and whose profile was missing from Steam's answer. */
export interface MissingProfiles {
  /** Notes that a profile was missing just now. */
  note(steamId: SteamId): Missing
  /** Notes that a second answer has confirmed it. */
  confirm(steamId: SteamId): void
  /** Notes that the account has a profile. */
  forget(steamId: SteamId): void
}

/** Remembers missing profiles in memory; after a restart, an account is asked about twice again. */
export function createMissingProfiles(clock: Clock): MissingProfiles {
  const confirmedAt = new LRUCache<SteamId, number>({ max: MAX_ACCOUNTS })
  const firstMissingAt = new LRUCache<SteamId, number>({ max: MAX_ACCOUNTS })
  /** The age of an entry in seconds; undefined for one from the future, noted before the clock was set back. */
  const ageOf = (at: number | undefined) => (at !== undefined && at <= clock() ? clock() - at : undefined)
  return {
    note(steamId) {
      const confirmedFor = ageOf(confirmedAt.get(steamId))
      if (confirmedFor !== undefined && confirmedFor < CONFIRMED_SECONDS) return { kind: 'confirmed' }
      const known = ageOf(firstMissingAt.get(steamId))
      const missingFor = known !== undefined && known < FIRST_LOOK_SECONDS ? known : 0
      if (missingFor === 0) firstMissingAt.set(steamId, clock())
      const seconds = SECOND_LOOK_SECONDS - missingFor
      return seconds > 0 ? { kind: 'wait', seconds } : { kind: 'ask' }
    },
    confirm(steamId) {
      confirmedAt.set(steamId, clock())
      firstMissingAt.delete(steamId)
    },
    forget(steamId) {
      // Called for every profile that is found; mostly none is missing.
      if (firstMissingAt.size + confirmedAt.size === 0) return
      confirmedAt.delete(steamId)
      firstMissingAt.delete(steamId)
    },
  }
}

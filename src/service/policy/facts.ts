import type { Bans } from '../../model/account.ts'
import type { SteamId } from '../../model/steam-id.ts'

/** What Steam says about a part of an account: `unavailable` when it gave no usable answer, `unasked` when no rule needs it. */
export type Fact<T> = KnownFact<T> | { kind: 'unavailable' } | { kind: 'unasked' }

/** A part that Steam answered; `fetchedAt` in Unix seconds. */
export interface KnownFact<T> {
  kind: 'known'
  value: T
  fetchedAt: number
  isStale: boolean
}

/** What rules need of a profile. */
export interface ProfileFacts {
  /** Null when Steam did not say. */
  isPrivate: boolean | null
  /** Whether the profile was ever set up; null when Steam did not say. */
  isConfigured: boolean | null
  /** Unix seconds; null when hidden or not said. */
  createdAt: number | null
}

/** Total hours in Rust. */
export type HoursFacts = { kind: 'hours'; hours: number } | { kind: 'hidden' } | { kind: 'not_owned' }

/** What is known of one account, part by part. */
export interface Facts {
  steamId: SteamId
  bans: Fact<Bans>
  profile: Fact<ProfileFacts>
  rustHours: Fact<HoursFacts>
}

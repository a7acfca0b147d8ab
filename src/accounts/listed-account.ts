import type { Bans } from '../model/account.ts'
import type { ProfileFacts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'

/** What a list says of an account, without further calls. */
export interface ListedRecord {
  steamId: SteamId
  bans: Bans
  /** When the ban record was fetched, Unix seconds. */
  fetchedAt: number
  /** Null when the list does not say. */
  profile: ProfileFacts | null
  /** Hours in Rust; null when the list does not say. */
  hours: number | null
}

/** An account on a page of a list. */
export interface ListedAccount extends ListedRecord {
  name: string | null
}

import type { Bans } from '../model/account.ts'
import type { ProfileFacts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'

/** What a list contains about one of its accounts, known without further calls to Steam. */
export interface ListedRecord {
  steamId: SteamId
  bans: Bans
  /** When the ban record was fetched, Unix seconds. */
  fetchedAt: number
  /** The profile; null when the list does not contain it. */
  profile: ProfileFacts | null
  /** Hours in Rust; null when the list does not contain them. */
  hours: number | null
}

/** An account on a page of a list. */
export interface ListedAccount extends ListedRecord {
  name: string | null
}

import type { Bans } from '../model/account.ts'
import type { BanRecord, PastBans } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import type { ProfileFacts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'

/** A ban record in an answer. */
export interface ShownRecord {
  steamId: SteamId
  bans: BanRecord
  /** When the record was fetched, Unix seconds; absent for the newest stored record. */
  fetchedAt?: number | undefined
}

/** A ban record in a message, which may be days old. */
export interface StoredRecord {
  steamId: SteamId
  bans: Bans
  /** When the ban record was fetched, Unix seconds. */
  fetchedAt: number
}

export interface RenewedRecords {
  /** Newer records whose bans differ from the shown ones, by account; the value is null when a field of the newer record is unknown. */
  newer: ReadonlyMap<SteamId, Cached<Bans | null>>
  /** Bans that were seen before and are missing in the newest records, by account. */
  earlier: ReadonlyMap<SteamId, PastBans>
}

/** What a list contains about one of its accounts, known without further calls to Steam. */
export interface ListedRecord extends StoredRecord {
  /** The profile; null when the list does not contain it. */
  profile: ProfileFacts | null
  /** Hours in Rust; null when the list does not contain them. */
  hours: number | null
}

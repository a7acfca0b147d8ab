import type { Bans } from '../model/account.ts'
import type { BanRecord, PastBans } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'

/** A ban record that an answer shows. */
export interface ShownRecord {
  steamId: SteamId
  bans: BanRecord
  /** When the record was fetched, Unix seconds; absent for the newest one that is stored. */
  fetchedAt?: number | undefined
}

/** A ban record that a message shows, which may be days old. */
export interface StoredRecord {
  steamId: SteamId
  bans: Bans
  /** When it was fetched, Unix seconds. */
  fetchedAt: number
}

export interface RenewedRecords {
  /** Newer records with other bans, by account; the value is null where a field of the record is unknown. */
  newer: ReadonlyMap<SteamId, Cached<Bans | null>>
  /** The bans that the newest records no longer have, by account. */
  earlier: ReadonlyMap<SteamId, PastBans>
}

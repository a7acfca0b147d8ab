import type { Caller } from '../lib/caller.ts'
import type { Bans } from '../model/account.ts'
import type { Dated } from '../model/dated.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FriendList } from './friends.ts'
import type { InventoryPage } from './inventory.ts'
import type { Summary } from './summaries.ts'
import type { RustHours } from './rust-hours.ts'
import type { StatsAnswer } from './rust-stats.ts'

/** What Steam last said, when that is not too long ago; undefined where nothing is known. Never asks Steam. */
export interface LastKnown {
  getSummary(steamId: SteamId): Promise<Dated<Summary | null> | undefined>
  getBans(steamId: SteamId): Promise<Dated<Bans | null> | undefined>
  resolveVanityName(name: string): Promise<Dated<SteamId | null> | undefined>
  getFriends(steamId: SteamId): Promise<Dated<FriendList | null> | undefined>
  getRustHours(steamId: SteamId): Promise<Dated<RustHours | null> | undefined>
}

/**
 * What the service may ask of Steam, one account at a time; how few calls that takes is settled behind it.
 * Every method rejects with a RapsheetError when Steam gives no usable answer, and with the caller's reason when they left.
 */
export interface Steam {
  /** Who an account is; null when there is none. */
  getSummary(steamId: SteamId, caller: Caller): Promise<Dated<Summary | null>>
  /**
   * Asks Steam again, bypassing memory, together with an account that is known to exist; null proves that there is no
   * profile, because the same answer contains the known account.
   */
  confirmSummary(steamId: SteamId, caller: Caller): Promise<Dated<Summary | null>>
  /** What Steam reports against an account; null when it has no record, which is not the same as a clean one. */
  getBans(steamId: SteamId, caller: Caller): Promise<Dated<Bans | null>>
  /** The account a vanity name leads to; null when nobody bears it. */
  resolveVanityName(name: string, caller: Caller): Promise<Dated<SteamId | null>>
  /** The friendships of an account, newest first; null when the list is private. */
  getFriends(steamId: SteamId, caller: Caller): Promise<Dated<FriendList | null>>
  /** Hours in Rust; 0 when not owned, null when hidden. */
  getRustHours(steamId: SteamId, caller: Caller): Promise<Dated<RustHours | null>>
  /** Game statistics, or why there are none. */
  getRustStats(steamId: SteamId, caller: Caller): Promise<Dated<StatsAnswer>>
  /** The first 50 items; null when the inventory is private. */
  getInventory(steamId: SteamId, caller: Caller): Promise<Dated<InventoryPage | null>>
}

import type { CallContext } from '../lib/call-context.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FriendList } from './methods/get-friend-list.ts'
import type { InventoryPage } from './methods/get-inventory-page.ts'
import type { Summary } from './methods/get-player-summaries.ts'
import type { RustHours } from './methods/get-rust-hours.ts'
import type { StatsAnswer } from './methods/get-rust-stats.ts'

/** What Steam last said, when that is not too long ago; undefined where nothing is known. Never asks Steam. */
export interface StaleAnswers {
  getSummary(steamId: SteamId): Promise<Cached<Summary | null> | undefined>
  getBans(steamId: SteamId): Promise<Cached<Bans | null> | undefined>
  resolveVanityName(name: string): Promise<Cached<SteamId | null> | undefined>
  getFriends(steamId: SteamId): Promise<Cached<FriendList | null> | undefined>
  getRustHours(steamId: SteamId): Promise<Cached<RustHours | null> | undefined>
}

/**
 * What the service may ask of Steam, one account at a time; how few calls that takes is settled behind it.
 * Every method rejects with a RapsheetError when Steam gives no usable answer, and with the caller's reason when they left.
 */
export interface Steam {
  /** Who an account is; null when there is none. */
  getSummary(steamId: SteamId, callContext: CallContext): Promise<Cached<Summary | null>>
  /**
   * Asks Steam again, bypassing memory, together with an account that is known to exist; null proves that there is no
   * profile, because the same answer contains the known account.
   */
  confirmSummary(steamId: SteamId, callContext: CallContext): Promise<Cached<Summary | null>>
  /** What Steam reports against an account; null when it has no record, which is not the same as a clean one. */
  getBans(steamId: SteamId, callContext: CallContext): Promise<Cached<Bans | null>>
  /** The account a vanity name leads to; null when nobody bears it. */
  resolveVanityName(name: string, callContext: CallContext): Promise<Cached<SteamId | null>>
  /** The friendships of an account, newest first; null when the list is private. */
  getFriends(steamId: SteamId, callContext: CallContext): Promise<Cached<FriendList | null>>
  /** Hours in Rust; 0 when not owned, null when hidden. */
  getRustHours(steamId: SteamId, callContext: CallContext): Promise<Cached<RustHours | null>>
  /** Game statistics, or why there are none. */
  getRustStats(steamId: SteamId, callContext: CallContext): Promise<Cached<StatsAnswer>>
  /** The first 50 items; null when the inventory is private. */
  getInventory(steamId: SteamId, callContext: CallContext): Promise<Cached<InventoryPage | null>>
}

import type { SteamId } from '../model/steam-id.ts'
import type { AccountState } from './accounts.ts'

/** An account on the watch list of a Discord server. */
export interface Watch {
  guildId: string
  steamId: SteamId
  /** The Discord id of the user who added it. */
  addedBy: string
  addedAt: number
  reason: string
  /** When it leaves the list by itself; null for never. */
  until: number | null
  /** When the first valid record after adding was seen; null until then. Only later changes are reported. */
  baselineAt: number | null
}

export interface WatchesRepository {
  get(guildId: string, steamId: SteamId): Promise<Watch | undefined>
  /** The list of a server, newest entry first, with what is known of each account. */
  list(guildId: string): Promise<(Watch & { account: AccountState })[]>
  /** Which of these accounts are on the list. */
  existing(guildId: string, steamIds: readonly SteamId[]): Promise<Set<SteamId>>
  count(guildId: string): Promise<number>
  countAll(): Promise<number>
  /** Adds entries; each account must exist (`accounts.ensure`), and none may be on the list. */
  add(watches: readonly Watch[]): Promise<void>
  /** Removes an entry and returns it; undefined when it is not on the list. */
  remove(guildId: string, steamId: SteamId): Promise<Watch | undefined>
  /** All entries for these accounts, of all servers. */
  of(steamIds: readonly SteamId[]): Promise<Watch[]>
  /** Sets the baseline of all entries of these accounts that have none. */
  setBaseline(steamIds: readonly SteamId[], at: number): Promise<void>
  /** Entries whose `until` has passed. */
  expired(now: number): Promise<Watch[]>
  /** All distinct accounts that are watched. */
  allSteamIds(): Promise<SteamId[]>
}

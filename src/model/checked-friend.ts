import type { FriendEntry, ScanResult } from './account.ts'
import type { SteamId } from './steam-id.ts'

/** A friend whose bans are known, with or without a profile. */
export type CheckedFriend = FriendEntry | ScanResult['withoutProfile'][number]

/** A friend whose bans are unknown because the check failed. */
export interface UncheckedFriend {
  steamId: SteamId
  /** When the friendship began, Unix seconds; 0 when unknown. */
  since: number
  /** The cached display name, if any. */
  name: string | null
}

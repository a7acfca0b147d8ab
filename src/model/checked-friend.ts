import type { FriendEntry, ScanResult } from './account.ts'

/** A friend whose bans are known, with or without a profile. */
export type CheckedFriend = FriendEntry | ScanResult['withoutProfile'][number]

/** A friend whose bans are unknown because the check failed. */
export type UncheckedFriend = ScanResult['unchecked'][number]

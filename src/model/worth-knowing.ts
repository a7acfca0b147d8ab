/** A VAC or game ban that is at most this old is recent. */
export const RECENT_BAN_DAYS = 90

/** How many friends of an account had a known ban record, how many of them were banned, and when they were checked (Unix seconds). */
export interface ScanCounts {
  checked: number
  banned: number
  at: number
}

/** A fact that a moderator may want to notice; no such fact accuses the account by itself. */
export type WorthKnowing =
  | { kind: 'bannedFriends'; scan: ScanCounts }
  | { kind: 'recentBan'; days: number }
  | { kind: 'severalBans'; count: number }
  | { kind: 'young'; days: number }
  | { kind: 'fewHours'; hours: number }
  | { kind: 'rustNotOwned' }
  | { kind: 'hoursHidden' }
  | { kind: 'neverSetUp' }

/** Bans of an account that were seen before and that its newest record no longer has. */
export interface EarlierBans {
  vac: number
  game: number
  community: boolean
  /** When they were seen last, Unix seconds. */
  seenUntil: number
}

/** What the history says of bans that the newest record no longer has; the history is unreadable where the database does not answer. */
export type PastBans = EarlierBans | 'unreadable'

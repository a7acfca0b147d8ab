/** Columns of tables about accounts, and words in their cells. */
export const csv = {
  input: 'input',
  steamId: 'steam_id',
  name: 'name',
  result: 'result',
  vacBans: 'vac_bans',
  gameBans: 'game_bans',
  daysSinceLastBan: 'days_since_last_ban',
  communityBan: 'community_ban',
  tradeStatus: 'trade_standing',
  rustHours: 'rust_hours',
  /** Minutes beyond the full hours. */
  rustMinutes: 'rust_minutes',
  friendSince: 'friend_since',
  friendshipBegan: 'friendship_began',
  /** Since when each account of a comparison has the friend. */
  friendOfASince: 'friend_of_a_since',
  friendOfBSince: 'friend_of_b_since',
  profile: 'profile',
  note: 'note',
  /** When the ban record was fetched, or for friends the oldest record of the scan; UTC. */
  checkedAt: 'checked_at',
  results: {
    private: 'no bans, profile private',
    banned: 'banned',
    restricted: 'trade restriction only',
    clean: 'no bans',
    /** Bans were seen before, and Steam reports none now. */
    neutral: 'no bans now, but earlier',
    /** Whether bans were seen before is unknown. */
    incomplete: 'no bans now, earlier ones unknown',
    noProfile: 'no profile',
    profileNotReturned: 'profile not returned',
    notFound: 'not found',
    unavailable: 'could not be checked',
    malformed: 'not recognized',
  },
  friendshipResults: { before: 'before the last ban', after: 'after the last ban', unclear: 'unclear' },
  yes: 'yes',
  no: 'no',
  private: 'private',
  unknown: 'unknown',
}

import type { StoredBan } from '../../src/bans/database/bans.ts'
import type { FoundOwnBan } from '../../src/bans/find-own-ban.ts'

/** A ban of the server with the longest texts. */
const LONGEST_BAN = { reason: `\u05e9${'*'.repeat(79)}`, until: 3_999_999_999 }

/** What the database knows of that ban. */
export const LONGEST_STORED: StoredBan = {
  ...LONGEST_BAN,
  id: 1,
  guildId: '9'.repeat(19),
  steamId: '76561202255233023',
  name: '*'.repeat(64),
  note: `\u05e9${'*'.repeat(499)}`,
  addedBy: '9'.repeat(19),
  addedAt: 3_999_999_999,
  importNumber: 9_007_199_254_740_991,
}

/** What is found of that ban. */
export const LONGEST_FOUND: FoundOwnBan = { state: 'banned', ban: LONGEST_BAN, details: LONGEST_STORED }

import { doubtfulIn } from '../../text/spelling.ts'
import type { ListedBan } from '../formats/read-ban-list.ts'
import type { DecodedBanList } from '../formats/read-list-file.ts'

const MAX_BANS = 3

/** The first bans of a list in a guessed encoding whose name or reason may be spelled wrong. */
export function spellingSampleOf({ encoding, isGuessed, bans, unreadEnds, unclear }: DecodedBanList): ListedBan[] {
  if (!isGuessed) return []
  const doubtful = doubtfulIn(encoding)
  return [...bans, ...unreadEnds, ...unclear]
    .filter(({ name, reason }) => doubtful.test(name + reason))
    .slice(0, MAX_BANS)
}

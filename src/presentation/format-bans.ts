import type { Bans } from '../model/account.ts'
import { hasBanDate, hasSharedBanDate } from './ban-status.ts'
import type { AccountTexts } from './texts/account-texts.ts'

/**
 * The bans of a record in one line: `1 VAC ban, 2 game bans, last ban 3 days ago`. `escape` makes Steam's own words safe for
 * the target.
 */
export function formatBans(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string {
  const last = hasSharedBanDate(bans) ? texts.bans.lastOfEither : texts.bans.last
  const parts = [
    ...(bans.VACBanned ? [texts.bans.vac(bans.NumberOfVACBans)] : []),
    ...(bans.NumberOfGameBans > 0 ? [texts.bans.game(bans.NumberOfGameBans)] : []),
    ...(bans.CommunityBanned ? [texts.bans.community] : []),
    ...(bans.EconomyBan === 'none' ? [] : [texts.bans.trade(escape(bans.EconomyBan))]),
    ...(hasBanDate(bans) ? [last(bans.DaysSinceLastBan)] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : texts.bans.none
}

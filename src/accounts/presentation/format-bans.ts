import type { Bans } from '../../model/account.ts'
import { hasBanDate, hasSharedBanDate } from './ban-status.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/**
 * The bans of a record in one line: `1 VAC ban, 2 game bans, last ban 3 days ago`. `escape` makes Steam's own words safe for
 * the target.
 */
export function formatBans(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string {
  const parts = [...kindsOf(bans, texts, escape), ...lastBanOf(bans, texts)]
  return parts.length > 0 ? parts.join(', ') : texts.bans.none
}

/** What is known of an account whose profile Steam left out, as in `1 VAC ban on record; profile not returned`; never clean. */
export function formatBansOnRecord(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string {
  const kinds = kindsOf(bans, texts, escape)
  const { notReturned, noneNotReturned } = texts.noProfile
  return kinds.length > 0 ? notReturned(kinds.join(', '), lastBanOf(bans, texts)) : noneNotReturned
}

function kindsOf(bans: Bans, texts: AccountTexts, escape: (word: string) => string): string[] {
  return [
    ...(bans.VACBanned ? [texts.bans.vac(bans.NumberOfVACBans)] : []),
    ...(bans.NumberOfGameBans > 0 ? [texts.bans.game(bans.NumberOfGameBans)] : []),
    ...(bans.CommunityBanned ? [texts.bans.community] : []),
    ...(bans.EconomyBan === 'none' ? [] : [texts.bans.trade(escape(bans.EconomyBan))]),
  ]
}

/** When the last ban was; empty without one. */
function lastBanOf(bans: Bans, { bans: { last, lastOfEither } }: AccountTexts): string[] {
  return hasBanDate(bans) ? [(hasSharedBanDate(bans) ? lastOfEither : last)(bans.DaysSinceLastBan)] : []
}

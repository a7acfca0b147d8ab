import type { Account } from '../../src/model/account.ts'
import { parseAccount } from '../../src/model/steam-id.ts'
import { formatKnownAge } from '../../src/presentation/age.ts'
import { hasBanDate, hasSharedBanDate } from '../../src/presentation/ban-status.ts'
import { formatKnownHours, hoursOf } from '../../src/presentation/hours.ts'
import { formatCountry, formatTradeStanding } from '../../src/presentation/profile-facts.ts'
import { stripInvisible } from '../../src/presentation/visible-text.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'

const DAY_SECONDS = 86_400

/** A label and its value. */
export type Fact = [label: string, value: string]

/** The ban record, with the approximate date of the last ban. */
export function banFacts({ bans, partsFetchedAt }: Account, { accounts, page }: PageTexts, formats: Formats): Fact[] {
  const { lookup, number, daysAgo } = accounts
  const date = formats.date(partsFetchedAt.bans - bans.DaysSinceLastBan * DAY_SECONDS)
  const about = [page.dossier.about(date), ...(hasSharedBanDate(bans) ? [lookup.sharedDate] : [])].join('; ')
  return [
    [lookup.vacBans, number(bans.NumberOfVACBans)],
    [lookup.gameBans, number(bans.NumberOfGameBans)],
    ...(hasBanDate(bans) ? [[lookup.lastBan, `${daysAgo(bans.DaysSinceLastBan)} (${about})`] satisfies Fact] : []),
    [lookup.community, bans.CommunityBanned ? lookup.communityBanned : lookup.goodStanding],
    [lookup.trade, formatTradeStanding(bans.EconomyBan, accounts, stripInvisible)],
  ]
}

/** What is known of the profile; parts that are private or could not be checked are named as such. */
export function profileFacts(account: Account, { accounts }: PageTexts, formats: Formats): Fact[] {
  const { lookup, common } = accounts
  const { profileurl, loccountrycode } = account.profile
  const customUrl = parseAccount(profileurl)
  return [
    [lookup.rustHours, formatHours(account, accounts)],
    [lookup.friendList, formatFriendList(account, accounts)],
    [lookup.account, formatKnownAge(account, accounts, formats.date) ?? common.private],
    ...(loccountrycode === null
      ? []
      : [[lookup.country, formatCountry(loccountrycode, accounts, stripInvisible)] satisfies Fact]),
    ...(customUrl?.kind === 'vanity' ? [[lookup.customUrl, customUrl.name] satisfies Fact] : []),
  ]
}

function formatHours(account: Account, accounts: PageTexts['accounts']): string {
  const hours = hoursOf(account)
  if (hours === undefined) return accounts.common.unknown
  return hours === null ? accounts.common.private : formatKnownHours(hours, accounts)
}

function formatFriendList({ friendsPrivate, unavailable }: Account, { common, lookup }: PageTexts['accounts']): string {
  if (unavailable.includes('friendsPrivate')) return common.unknown
  return friendsPrivate ? common.private : lookup.friendsPublic
}

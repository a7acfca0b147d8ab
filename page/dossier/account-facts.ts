import type { Account } from '../../src/model/account.ts'
import { parseAccount } from '../../src/model/steam-id.ts'
import { formatCountry, formatKnownAge } from '../../src/accounts/presentation/profile-facts.ts'
import { hasBanDate } from '../../src/accounts/presentation/ban-status.ts'
import { formatKnownHours, hoursOf } from '../../src/accounts/presentation/hours.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'

const DAY_SECONDS = 86_400

/** A label and its value. */
export interface AccountFact {
  label: string
  value: string
}

/** The ban record, with the approximate date of the last ban. */
export function banFacts(
  { bans, partsFetchedAt }: Account,
  { accounts, page }: PageTexts,
  formats: Formats,
): AccountFact[] {
  const { lookup, number, daysAgo } = accounts
  const date = formats.date(partsFetchedAt.bans - bans.DaysSinceLastBan * DAY_SECONDS)
  const about = page.dossier.about({ date })
  return [
    { label: lookup.vacBans, value: number(bans.NumberOfVACBans) },
    { label: lookup.gameBans, value: number(bans.NumberOfGameBans) },
    ...(hasBanDate(bans)
      ? [{ label: lookup.lastBan, value: `${daysAgo({ count: bans.DaysSinceLastBan })} (${about})` }]
      : []),
    { label: accounts.bans.community, value: bans.CommunityBanned ? lookup.yes : lookup.no },
    {
      label: lookup.tradeRestriction,
      value: bans.EconomyBan === 'none' ? lookup.no : accounts.bans.trade({ status: stripInvisible(bans.EconomyBan) }),
    },
  ]
}

/** The facts of the profile; parts that are private or could not be checked are listed as such. */
export function profileFacts(account: Account, { accounts }: PageTexts, formats: Formats): AccountFact[] {
  const { lookup, hidden } = accounts
  const { profileurl, loccountrycode } = account.profile
  const customUrl = parseAccount(profileurl)
  const age = formatKnownAge(account, accounts, formats.date)
  return [
    hoursFact(account, accounts),
    friendListFact(account, accounts),
    { label: accounts.buttons.account, value: age ?? hidden.age },
    ...(loccountrycode === null
      ? []
      : [{ label: lookup.country, value: formatCountry(loccountrycode, accounts, stripInvisible) }]),
    ...(customUrl?.kind === 'vanity' ? [{ label: lookup.customUrl, value: customUrl.name }] : []),
  ]
}

function hoursFact(account: Account, accounts: PageTexts['accounts']): AccountFact {
  const label = accounts.lookup.rustHours
  const hours = hoursOf(account)
  if (hours === undefined) return unknownFact(label, accounts)
  return { label, value: hours === null ? accounts.hidden.hours : formatKnownHours(hours, accounts) }
}

function friendListFact({ friendsPrivate, unavailable }: Account, accounts: PageTexts['accounts']): AccountFact {
  const label = accounts.lookup.friendList
  if (unavailable.includes('friendsPrivate')) return unknownFact(label, accounts)
  return { label, value: friendsPrivate ? accounts.hidden.friendList : accounts.lookup.friendsPublic }
}

const unknownFact = (label: string, { common }: PageTexts['accounts']): AccountFact => ({
  label,
  value: common.unknown,
})

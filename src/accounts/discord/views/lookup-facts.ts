import { hyperlink, inlineCode } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import { type FoundBy, parseAccount, toProfileUrl, toSteam2, toSteam3 } from '../../../model/steam-id.ts'
import { hasSharedBanDate } from '../../presentation/ban-status.ts'
import { formatCountry, toBattleMetricsUrl } from '../../presentation/profile-facts.ts'
import { hoursOf } from '../../presentation/hours.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../texts.ts'
import { formatAge, formatFacts, formatHours } from './account-parts.ts'
import { formatPrivate, formatUnknown } from './words.ts'

/**
 * Lines that complete the verdict: the kinds of bans that the account does not have, and, if it has both VAC and game bans, that the date
 * may belong to either kind.
 */
export function banLines({ bans }: Account, texts: Texts): string[] {
  const { lookup } = texts
  const missing: [label: string, value: string][] = []
  if (!bans.VACBanned) missing.push([lookup.vacBans, texts.number(bans.NumberOfVACBans)])
  if (bans.NumberOfGameBans === 0) missing.push([lookup.gameBans, texts.number(0)])
  if (!bans.CommunityBanned) missing.push([texts.bans.community, lookup.no])
  if (bans.EconomyBan === 'none') missing.push([lookup.tradeRestriction, lookup.no])
  return [
    ...(missing.length > 0 ? [formatFacts(...missing)] : []),
    ...(hasSharedBanDate(bans) ? [formatFacts([lookup.lastBan, lookup.sharedDate])] : []),
  ]
}

/** The hours, the friend list, the age and the country; what is private or could not be checked is named as such. */
export function profileLines(account: Account, texts: Texts): string[] {
  const { lookup } = texts
  const { loccountrycode } = account.profile
  return [
    formatFacts([lookup.rustHours, formatHours(hoursOf(account), texts)]),
    formatFacts([lookup.friendList, formatFriendList(account, texts)]),
    formatFacts([lookup.account, formatAge(account, texts)]),
    ...(loccountrycode === null
      ? []
      : [formatFacts([lookup.country, formatCountry(loccountrycode, texts, escapeMarkdown)])]),
  ]
}

/** The id in all its forms, each easy to copy, and links to the account on other sites. */
export function idLines({ steamId, profile }: Account, foundBy: FoundBy | null, texts: Texts): string[] {
  const { lookup } = texts
  const customUrl = parseAccount(profile.profileurl)
  const given = foundBy !== null && 'customUrl' in foundBy ? foundBy.customUrl.toLowerCase() : null
  return [
    [steamId, toSteam2(steamId), toSteam3(steamId)].map((id) => inlineCode(id)).join(' · '),
    // The line about how the account was found may contain the custom URL already.
    ...(customUrl?.kind === 'vanity' && customUrl.name.toLowerCase() !== given
      ? [formatFacts([lookup.customUrl, inlineCode(customUrl.name)])]
      : []),
    `${hyperlink(lookup.steamProfile, toProfileUrl(steamId))} · ${hyperlink(lookup.battleMetrics, toBattleMetricsUrl(steamId))}`,
  ]
}

function formatFriendList({ friendsPrivate, unavailable }: Account, texts: Texts): string {
  if (unavailable.includes('friendsPrivate')) return formatUnknown(texts)
  return friendsPrivate ? formatPrivate(texts) : texts.lookup.friendsPublic
}

import { parseAccount, toProfileUrl, toSteam2, toSteam3, type FoundBy } from '../../../model/steam-id.ts'
import { ComponentType, hyperlink, inlineCode } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import type { OperatorLinks } from '../../../model/operator-links.ts'
import type { WorthKnowing } from '../../../model/worth-knowing.ts'
import { formatCountry, toBattleMetricsUrl } from '../../presentation/profile-facts.ts'
import { agedParts } from '../../presentation/part-ages.ts'
import { ICONS, signOfSteam, signsOf, toneWithOwnBan } from '../../../lib/tone.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import { type AccountNotes, NO_OWN_BAN } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { button, charactersLeft, text, type View, nonEmpty } from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { describeAccount } from './earlier-bans.ts'
import { ALL_FRIENDS, friendsId } from './friend-filter.ts'
import { inventoryId } from './inventory-view.ts'
import { postButton, publishedLines, relativeTime } from '../../../discord/views/parts.ts'
import { displayName, formatPrivate, formatUnknown } from './words.ts'
import { checkedPartsLine, foundByLines, lookupId, formatAge, formatFacts, formatHours } from './account-parts.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { statsId } from './stats-view.ts'
import { formatWorthKnowing } from '../../presentation/format-worth-knowing.ts'
import { hasSharedBanDate } from '../../presentation/ban-status.ts'
import { hoursOf } from '../../presentation/hours.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'

/** What a lookup contains besides the account. */
export interface MoreOfAccount {
  worthKnowing?: readonly WorthKnowing[]
  notes?: Pick<AccountNotes, 'marks' | 'verdict' | 'ownBan' | 'buttons'>
  /** Bans from the history that Steam's newest record no longer has. */
  earlierBans?: PastBans | undefined
  /** The documents to link to, as far as there is room; the reader alone sees the links. */
  published?: OperatorLinks
}

const NO_LINKS = { privacyUrl: undefined, termsUrl: undefined }
const NO_NOTES = { marks: [], verdict: [], buttons: [], ownBan: NO_OWN_BAN }

/** All facts about one account, with buttons for its friends, statistics and inventory, and for the watch list. */
export function lookupView(
  account: Account,
  foundBy: FoundBy | null,
  texts: Texts,
  { worthKnowing = [], notes = NO_NOTES, earlierBans, published = NO_LINKS }: MoreOfAccount = {},
): View {
  const { steamId, profile } = account
  const { ownBan } = notes
  const { tone: steamTone, verdict, lines } = describeAccount(account, earlierBans, texts)
  const tone = toneWithOwnBan(steamTone, ownBan.state)
  const name = displayName(profile.personaname, texts)
  const heading = `## ${signsOf(steamTone, ownBan.state)} ${name}`
  const thumbnail = {
    type: ComponentType.Thumbnail as const,
    media: { url: profile.avatarfull },
    description: texts.common.avatarOf({ name: plainDisplayName(profile.personaname, texts) }),
  }
  const notices = [
    ...lines,
    ...(account.stale ? [`${ICONS.limited} ${texts.lookup.stale({ when: relativeTime(account.fetchedAt) })}`] : []),
    ...foundByLines(foundBy, texts),
  ]
  const marks = [...notes.marks, ...formatPrivateFacts(worthKnowing, texts), ...notes.verdict].join('\n')
  const facts = [
    ...worthKnowingLines(worthKnowing, texts),
    [...banLines(account, texts), ...profileLines(account, texts)].join('\n'),
    idLines(account, foundBy, texts).join('\n'),
    checkedPartsLine(agedParts(account, texts), texts),
  ]
  const repeated = `**${signOfSteam(steamTone, ownBan.state)}${verdict}**`
  const room = charactersLeft([
    heading,
    `\n**${verdict}**\n`,
    ...notices,
    '\n'.repeat(notices.length),
    marks,
    ...facts,
    repeated,
    ownBan.verdict,
  ])
  const links = publishedLines(published, texts).join('\n')
  const ownBanText = ownBan.text(room)
  const fitting = links.length <= room - ownBanText.length ? links : ''
  const head = [heading, ...nonEmpty(ownBanText), `**${verdict}**`].join('\n')
  const parts = [
    profile.avatarfull
      ? { type: ComponentType.Section as const, components: [text(head)], accessory: thumbnail }
      : head,
    ...(notices.length > 0 ? [notices.join('\n')] : []),
    ...nonEmpty(marks),
    ...facts,
    ...nonEmpty(fitting),
  ]
  const buttons = [
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, foundBy)),
    button('📊', texts.buttons.stats, statsId(steamId, 'figures', foundBy)),
    button('🎒', texts.buttons.inventory, inventoryId(steamId, 0, foundBy)),
    button('🔄', texts.buttons.refresh, lookupId(steamId, foundBy, 'refresh')),
    ...notes.buttons,
    ...ownBan.buttons,
    postButton(lookupId(steamId, foundBy), texts),
  ]
  return resultView(tone, [...nonEmpty(ownBan.verdict), repeated], parts, buttonRows(buttons, texts))
}

const MAX_NAMES = 5

/** The facts that anyone may see, below a title; empty without such facts. */
function worthKnowingLines(facts: readonly WorthKnowing[], texts: Texts): string[] {
  const lines = facts.flatMap((fact) => formatWorthKnowing(fact, texts, relativeTime) ?? [])
  return lines.length === 0 ? [] : [`**${texts.worthKnowing.title}**\n${lines.map((line) => `• ${line}`).join('\n')}`]
}

/** The facts that only the server may see. The fact that the account is watched is left out, because `notes.marks` has a line about it. */
const formatPrivateFacts = (facts: readonly WorthKnowing[], texts: Texts): string[] =>
  facts.flatMap((fact) => {
    if (fact.kind !== 'earlierNames') return []
    const names = fact.names.slice(0, MAX_NAMES).map((name) => displayName(name, texts))
    return [`🏷️ ${texts.worthKnowing.earlierNames({ names: texts.commas(names) })}`]
  })

/**
 * Lines that complete the verdict: the kinds of bans that the account does not have, and, if it has both VAC and game bans, that the date
 * may belong to either kind.
 */
function banLines({ bans }: Account, texts: Texts): string[] {
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
function profileLines(account: Account, texts: Texts): string[] {
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
function idLines({ steamId, profile }: Account, foundBy: FoundBy | null, texts: Texts): string[] {
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

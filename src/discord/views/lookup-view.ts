import { ComponentType, hyperlink, inlineCode, type APIButtonComponent, type APITextDisplayComponent } from 'discord.js'
import type { Account } from '../../model/account.ts'
import { parseAccount, toProfileUrl, toSteam2, toSteam3, type SteamId } from '../../model/steam-id.ts'
import { formatVerdict, toneOfAccount } from '../../presentation/account-verdict.ts'
import { hasBanDate, hasSharedBanDate } from '../../presentation/ban-status.ts'
import type { FoundBy } from '../../presentation/found-by.ts'
import { hoursOf } from '../../presentation/hours.ts'
import { agedParts } from '../../presentation/part-ages.ts'
import { formatCountry, formatTradeStanding, toBattleMetricsUrl } from '../../presentation/profile-facts.ts'
import { ICONS } from '../../presentation/tone.ts'
import { plainDisplayName } from '../../presentation/visible-text.ts'
import type { Judging } from '../../service/policy/expect-verdict.ts'
import type { Facts } from '../../service/policy/facts.ts'
import type { Watch } from '../../service/watch/find-watch.ts'
import type { WorthKnowing } from '../../model/worth-knowing.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button, createView, privateText, row, text, type View } from '../view.ts'
import { formatAge, formatFacts } from './account-facts.ts'
import { ALL_FRIENDS, friendsId } from './friend-filter.ts'
import { inventoryId } from './inventory-view.ts'
import {
  checkedPartsLine,
  displayName,
  formatHours,
  formatPrivate,
  formatUnknown,
  foundByLines,
  lookupId,
  postButton,
  relativeTime,
} from './parts.ts'
import { policyLines } from './policy-line.ts'
import { statsId } from './stats-view.ts'
import { stopWatchingButton, watchButton } from './watch-parts.ts'
import { watchedLine } from './watch-views.ts'
import { formatPrivateFacts, worthKnowingLines } from './worth-knowing.ts'

/**
 * Whether the account is on the watch list of the server: its entry, null when it is not on it, `unreadable` when the database
 * failed, `no list` outside servers. Only the user may see it.
 */
export type Watched = Watch | null | 'unreadable' | 'no list'

/** What a look-up shows besides the account. */
export interface MoreOfAccount {
  watched?: Watched
  worthKnowing?: readonly WorthKnowing[]
  /** What the policy of the server is judged by; without a policy, or without facts, there is no verdict. */
  judging?: Judging | null
  facts?: Facts
}

/** All facts about one account, with buttons for its friends, statistics and inventory, and for the watch list. */
export function lookupView(
  account: Account,
  foundBy: FoundBy | null,
  texts: Texts,
  { watched = 'no list', worthKnowing = [], judging = null, facts }: MoreOfAccount = {},
): View {
  const { steamId, profile } = account
  const tone = toneOfAccount(account)
  const name = displayName(profile.personaname, texts)
  const heading = `## ${ICONS[tone]} ${name}\n**${formatVerdict(account, texts, escapeMarkdown)}**`
  const thumbnail = {
    type: ComponentType.Thumbnail as const,
    media: { url: profile.avatarfull },
    description: texts.common.avatarOf(plainDisplayName(profile.personaname, texts)),
  }
  const head = { type: ComponentType.Section as const, components: [text(heading)], accessory: thumbnail }
  const parts = [
    profile.avatarfull ? head : heading,
    ...(account.stale ? [`${ICONS.limited} ${texts.lookup.stale(relativeTime(account.fetchedAt))}`] : []),
    [...foundByLines(foundBy, texts), ...idLines(steamId, texts)].join('\n'),
    ...privateTexts([
      ...watchedLines(watched, texts),
      ...formatPrivateFacts(worthKnowing, texts),
      ...policyLines(judging, facts, texts),
    ]),
    banLines(account, texts).join('\n'),
    profileLines(account, texts).join('\n'),
    ...worthKnowingLines(worthKnowing, texts),
    checkedPartsLine(agedParts(account, texts), texts),
  ]
  const buttons = [
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, foundBy)),
    button('📊', texts.buttons.stats, statsId(steamId, 'figures', foundBy)),
    button('🎒', texts.buttons.inventory, inventoryId(steamId, 0, foundBy)),
    button('🔄', texts.buttons.refresh, lookupId(steamId, foundBy, 'refresh')),
    postButton(texts),
  ]
  return createView(tone, parts, [row(buttons), row(watchButtons(steamId, watched, texts))])
}

/** One text, because a message has one private text at most. */
const privateTexts = (lines: string[]): APITextDisplayComponent[] =>
  lines.length === 0 ? [] : [privateText(lines.join('\n'))]

function watchedLines(watched: Watched, texts: Texts): string[] {
  if (watched === null || watched === 'no list') return []
  if (watched === 'unreadable') return [`${ICONS.incomplete} ${texts.watch.notReadable}`]
  return [watchedLine(watched, texts)]
}

function watchButtons(steamId: SteamId, watched: Watched, texts: Texts): APIButtonComponent[] {
  if (watched === 'no list') return []
  const isWatched = watched !== null && watched !== 'unreadable'
  return [isWatched ? stopWatchingButton(steamId, texts) : watchButton(steamId, texts)]
}

/** The id in all its forms, each to copy, and links to the account on other sites. */
function idLines(steamId: SteamId, texts: Texts): string[] {
  return [
    inlineCode(steamId),
    `${inlineCode(toSteam2(steamId))} · ${inlineCode(toSteam3(steamId))}`,
    `${hyperlink(texts.lookup.steamProfile, toProfileUrl(steamId))} · ${hyperlink(texts.lookup.battleMetrics, toBattleMetricsUrl(steamId))}`,
  ]
}

function banLines({ bans }: Account, texts: Texts): string[] {
  const { lookup } = texts
  const shared = hasSharedBanDate(bans) ? ` (${lookup.sharedDate})` : ''
  return [
    formatFacts(
      [lookup.vacBans, texts.number(bans.NumberOfVACBans)],
      [lookup.gameBans, texts.number(bans.NumberOfGameBans)],
    ),
    ...(hasBanDate(bans) ? [formatFacts([lookup.lastBan, `${texts.daysAgo(bans.DaysSinceLastBan)}${shared}`])] : []),
    formatFacts(
      [lookup.community, bans.CommunityBanned ? `${ICONS.banned} ${lookup.communityBanned}` : lookup.goodStanding],
      [lookup.trade, formatTrade(bans.EconomyBan, texts)],
    ),
  ]
}

function profileLines(account: Account, texts: Texts): string[] {
  const { profile } = account
  const { lookup } = texts
  const customUrl = parseAccount(profile.profileurl)
  return [
    formatFacts([lookup.rustHours, formatHours(hoursOf(account), texts)]),
    formatFacts([lookup.friendList, formatFriendList(account, texts)]),
    formatFacts([lookup.account, formatAge(account, texts)]),
    ...(profile.loccountrycode === null
      ? []
      : [formatFacts([lookup.country, formatCountry(profile.loccountrycode, texts, escapeMarkdown)])]),
    ...(customUrl?.kind === 'vanity' ? [formatFacts([lookup.customUrl, inlineCode(customUrl.name)])] : []),
  ]
}

function formatTrade(status: string, texts: Texts): string {
  const standing = formatTradeStanding(status, texts, escapeMarkdown)
  return status === 'none' ? standing : `${ICONS.restricted} ${standing}`
}

function formatFriendList({ friendsPrivate, unavailable }: Account, texts: Texts): string {
  if (unavailable.includes('friendsPrivate')) return formatUnknown(texts)
  return friendsPrivate ? formatPrivate(texts) : texts.lookup.friendsPublic
}

import { ComponentType, type APIButtonComponent, type APITextDisplayComponent } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import type { PastBans } from '../../../model/earlier-bans.ts'
import type { SteamId } from '../../../model/steam-id.ts'
import type { WorthKnowing } from '../../../model/worth-knowing.ts'
import type { FoundBy } from '../../presentation/found-by.ts'
import { agedParts } from '../../presentation/part-ages.ts'
import { ICONS } from '../../../lib/tone.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import type { Judging } from '../../../policy/expect-verdict.ts'
import type { Facts } from '../../../model/facts.ts'
import type { Watch } from '../../../model/watch.ts'
import type { Texts } from '../../../discord/texts/texts.ts'
import { button, privateText, text, type View } from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { describeAccount } from '../../../watch/discord/earlier-bans.ts'
import { ALL_FRIENDS, friendsId } from './friend-filter.ts'
import { inventoryId } from './inventory-view.ts'
import { banLines, idLines, profileLines } from './lookup-facts.ts'
import { displayName, postButton, relativeTime } from '../../../discord/views/parts.ts'
import { checkedPartsLine, foundByLines, lookupId } from './account-parts.ts'
import { policyLines } from '../../../policy/discord/policy-line.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { statsId } from './stats-view.ts'
import { stopWatchingButton, watchButton } from '../../../watch/discord/watch-parts.ts'
import { watchedLine } from '../../../watch/discord/watch-views.ts'
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
  /** Bans that were seen and that the record no longer has. */
  earlierBans?: PastBans | undefined
}

/** All facts about one account, with buttons for its friends, statistics and inventory, and for the watch list. */
export function lookupView(
  account: Account,
  foundBy: FoundBy | null,
  texts: Texts,
  { watched = 'no list', worthKnowing = [], judging = null, facts, earlierBans }: MoreOfAccount = {},
): View {
  const { steamId, profile } = account
  const { tone, verdict, lines } = describeAccount(account, earlierBans, texts)
  const name = displayName(profile.personaname, texts)
  const heading = `## ${ICONS[tone]} ${name}\n**${verdict}**`
  const thumbnail = {
    type: ComponentType.Thumbnail as const,
    media: { url: profile.avatarfull },
    description: texts.common.avatarOf(plainDisplayName(profile.personaname, texts)),
  }
  const head = { type: ComponentType.Section as const, components: [text(heading)], accessory: thumbnail }
  const notices = [
    ...lines,
    ...(account.stale ? [`${ICONS.limited} ${texts.lookup.stale(relativeTime(account.fetchedAt))}`] : []),
    ...foundByLines(foundBy, texts),
  ]
  const parts = [
    profile.avatarfull ? head : heading,
    ...(notices.length > 0 ? [notices.join('\n')] : []),
    ...privateTexts([
      ...watchedLines(watched, texts),
      ...formatPrivateFacts(worthKnowing, texts),
      ...policyLines(judging, facts, texts),
    ]),
    ...worthKnowingLines(worthKnowing, texts),
    [...banLines(account, texts), ...profileLines(account, texts)].join('\n'),
    idLines(account, foundBy, texts).join('\n'),
    checkedPartsLine(agedParts(account, texts), texts),
  ]
  const buttons = [
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, foundBy)),
    button('📊', texts.buttons.stats, statsId(steamId, 'figures', foundBy)),
    button('🎒', texts.buttons.inventory, inventoryId(steamId, 0, foundBy)),
    button('🔄', texts.buttons.refresh, lookupId(steamId, foundBy, 'refresh')),
    ...watchButtons(steamId, watched, texts),
    postButton(texts),
  ]
  return resultView(tone, `**${ICONS[tone]} ${verdict}**`, parts, buttonRows(buttons, texts))
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

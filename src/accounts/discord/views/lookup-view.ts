import type { FoundBy } from '../../../model/steam-id.ts'
import { ComponentType } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import type { OperatorLinks } from '../../../model/operator-links.ts'
import type { WorthKnowing } from '../../../model/worth-knowing.ts'
import { agedParts } from '../../presentation/part-ages.ts'
import { ICONS, toneWithOwnBan } from '../../../lib/tone.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import type { AccountNotes } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { button, charactersLeft, text, type View } from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { describeAccount } from './earlier-bans.ts'
import { ALL_FRIENDS, friendsId } from './friend-filter.ts'
import { inventoryId } from './inventory-view.ts'
import { banLines, idLines, profileLines } from './lookup-facts.ts'
import { NO_OWN_BAN, privateTexts } from './own-ban.ts'
import { postButton, publishedLines, relativeTime } from '../../../discord/views/parts.ts'
import { displayName } from './words.ts'
import { checkedPartsLine, foundByLines, lookupId } from './account-parts.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { statsId } from './stats-view.ts'
import { formatWorthKnowing } from '../../presentation/format-worth-knowing.ts'

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
  const heading = `## ${ICONS[tone]} ${name}\n**${verdict}**`
  const thumbnail = {
    type: ComponentType.Thumbnail as const,
    media: { url: profile.avatarfull },
    description: texts.common.avatarOf({ name: plainDisplayName(profile.personaname, texts) }),
  }
  const head = { type: ComponentType.Section as const, components: [text(heading)], accessory: thumbnail }
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
  const repeated = `**${ICONS[tone]} ${verdict}**`
  const room = charactersLeft([
    heading,
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
  const parts = [
    profile.avatarfull ? head : heading,
    ...privateTexts(ownBanText),
    ...(notices.length > 0 ? [notices.join('\n')] : []),
    ...privateTexts(marks),
    ...facts,
    ...privateTexts(fitting),
  ]
  const buttons = [
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, foundBy)),
    button('📊', texts.buttons.stats, statsId(steamId, 'figures', foundBy)),
    button('🎒', texts.buttons.inventory, inventoryId(steamId, 0, foundBy)),
    button('🔄', texts.buttons.refresh, lookupId(steamId, foundBy, 'refresh')),
    ...notes.buttons,
    ...ownBan.buttons,
    postButton(texts),
  ]
  return resultView(tone, [repeated, ...privateTexts(ownBan.verdict)], parts, buttonRows(buttons, texts))
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

import { toProfileUrl, type FoundBy } from '../../../model/steam-id.ts'
import { hyperlink, inlineCode } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import type { OperatorLinks } from '../../../model/operator-links.ts'
import type { ScanCounts, WorthKnowing } from '../../../model/worth-knowing.ts'
import { toBattleMetricsUrl } from '../../presentation/profile-facts.ts'
import { agedParts, formatPartAges } from '../../presentation/part-ages.ts'
import {
  ICONS,
  LET_IN_ICON,
  signOf,
  signsOf,
  toneWithOwnBan,
  worstTone,
  type OwnBanMark,
  type Tone,
} from '../../../lib/tone.ts'
import { type AccountNotes, type DoorNotes, NO_DOOR, NO_OWN_BAN } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { button, createView, type View, nonEmpty } from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { withPicture } from '../../../discord/views/picture.ts'
import { moreMenu } from '../../../discord/views/more-menu.ts'
import { describeAccount } from './earlier-bans.ts'
import { ALL_FRIENDS, friendsId } from './friend-filter.ts'
import { inventoryId } from './inventory-view.ts'
import { postButton, publishedLines, relativeTime } from '../../../discord/views/parts.ts'
import { displayName } from './words.ts'
import { foundByLines, idsId, lookupId } from './account-parts.ts'
import { statsId } from './stats-view.ts'
import { formatPerson } from '../../presentation/person-line.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'

/** What a lookup contains besides the account. */
export interface MoreOfAccount {
  worthKnowing?: readonly WorthKnowing[]
  notes?: Pick<AccountNotes, 'marks' | 'earlierNames' | 'door' | 'ownBan' | 'buttons' | 'more'>
  /** Bans from the history that Steam's newest record no longer has. */
  earlierBans?: PastBans | undefined
  /** The documents to link to; the reader alone sees the links. */
  published?: OperatorLinks
}

const NO_LINKS = { privacyUrl: undefined, termsUrl: undefined }
const NO_NOTES = { marks: [], earlierNames: [], door: NO_DOOR, buttons: [], more: [], ownBan: NO_OWN_BAN }
/**
 * The card of an account: what the server has decided, what Steam says, what the door does, and the person; with buttons for what moderators do
 * next, and a menu of everything else.
 */
export function lookupView(
  account: Account,
  foundBy: FoundBy | null,
  texts: Texts,
  { worthKnowing = [], notes = NO_NOTES, earlierBans, published = NO_LINKS }: MoreOfAccount = {},
): View {
  const { steamId, profile } = account
  const { ownBan, door } = notes
  const { tone: steamTone, verdict, lines } = describeAccount(account, earlierBans, ownBan.state, texts)
  const scan = worthKnowing.find((fact) => fact.kind === 'bannedFriends')?.scan
  // Without a ban of its own, banned friends are the worst that is known of an account.
  const isWorse = steamTone === 'banned' || steamTone === 'restricted'
  const head = [
    `## ${signsOfCard(steamTone, ownBan.state, door)} ${displayName(profile.personaname, texts)}`,
    ...nonEmpty(ownBan.line, door.exception),
    verdict,
    ...lines,
    ...(scan && !isWorse ? [`${ICONS.restricted} ${formatScan(scan, texts)}`] : []),
    ...(account.stale ? [`${ICONS.limited} ${texts.lookup.stale({ when: relativeTime(account.fetchedAt) })}`] : []),
    ...foundByLines(foundBy, texts),
  ]
  const facts = [
    ...door.lines,
    ...notes.marks,
    ...nameLines(notes.earlierNames, texts),
    ...nonEmpty(
      formatPerson(account, { friends: isWorse && scan ? formatScan(scan, texts) : '', escape: escapeMarkdown }, texts),
    ),
    ...(worthKnowing.some(({ kind }) => kind === 'neverSetUp') ? [texts.worthKnowing.neverSetUp] : []),
    inlineCode(steamId),
    footLine(account, texts),
    ...publishedLines(published, texts),
  ].join('\n')
  const parts = [...withPicture(head, { name: profile.personaname, avatar: profile.avatarfull }, texts), facts]
  const buttons = [
    ...ownBan.buttons,
    ...notes.buttons,
    button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, foundBy)),
    postButton(lookupId(steamId, foundBy), texts),
  ]
  const more = moreMenu(
    [
      { icon: '📊', label: texts.buttons.stats, customId: statsId(steamId, 'figures', foundBy) },
      { icon: '🎒', label: texts.buttons.inventory, customId: inventoryId(steamId, 0, foundBy) },
      ...ownBan.more,
      ...notes.more,
      { icon: '🪪', label: texts.card.ids, customId: idsId(steamId, foundBy) },
      { icon: '🔄', label: texts.buttons.refresh, customId: lookupId(steamId, foundBy, 'refresh') },
    ],
    texts,
  )
  return createView(toneOfCard(steamTone, ownBan.state, door), parts, [...buttonRows(buttons, texts), ...more])
}

const toneOfCard = (steamTone: Tone, own: OwnBanMark, { state }: DoorNotes): Tone =>
  worstTone([toneWithOwnBan(steamTone, own), state === 'refused' ? 'limited' : 'clean'])

function signsOfCard(steamTone: Tone, own: OwnBanMark, { state }: DoorNotes): string {
  const signs = own === 'banned' ? signsOf(steamTone, own) : signOf(steamTone, own, state === 'refused')
  return state === 'excepted' ? `${signs}${LET_IN_ICON}` : signs
}

const formatScan = ({ banned, checked, at }: ScanCounts, { worthKnowing }: Texts) =>
  worthKnowing.bannedFriends({ banned, checked, when: relativeTime(at) })

const MAX_NAMES = 5

/** Earlier names of a watched account, which only the server may see. */
function nameLines(names: readonly string[], texts: Texts): string[] {
  const shown = names.slice(0, MAX_NAMES).map((name) => displayName(name, texts))
  return shown.length > 0 ? [`🏷️ ${texts.worthKnowing.earlierNames({ names: texts.commas(shown) })}`] : []
}

/** Links to the account on other sites, and the ages of the parts of the answer. */
function footLine(account: Account, texts: Texts): string {
  const { steamId } = account
  const { steamProfile, battleMetrics } = texts.lookup
  const links = [hyperlink(steamProfile, toProfileUrl(steamId)), hyperlink(battleMetrics, toBattleMetricsUrl(steamId))]
  return `-# ${[...links, ...formatPartAges(agedParts(account, texts), texts, relativeTime)].join(' · ')}`
}

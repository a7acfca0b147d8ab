import { ComponentType, userMention } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { toTextArgument } from '../../discord/filter-text.ts'
import { charactersLeft, createView, fitLines, row, type View } from '../../discord/view.ts'
import { pageButtons, pageLines, relativeTime } from '../../discord/views/parts.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import type { BanFilter, BanPage, StoredBan } from '../list-bans.ts'
import { mentionedUser } from '../../model/mentioned-user.ts'
import { BAN_ICON, formatBanEnd, formatBanned, formatBanReason } from './ban-parts.ts'
import { SHOW, type Texts } from './texts.ts'

export const PER_PAGE = 10
/** The names of the actions of the page buttons and of the menu. */
export const BANS = 'bans'
export const BAN_ENTRY = 'banentry'

export const ENDED_ICON = '⌛'
const OPTION_CHARACTERS = 100
/** Minimum room for the note of an entry; with less, the note is left out. */
const MIN_NOTE_ROOM = 20

/** What a list shows. */
export type ShownFilter = Pick<BanFilter, 'search' | 'addedBy' | 'state'>

interface ListFacts {
  filter: ShownFilter
  /** The number of the page, from 0. */
  page: number
  /** Maximum number of bans of the server. */
  limit: number
  /** Unix seconds. */
  now: number
}

/** The message with one page of a ban list, the newest ban first, and a menu of its bans. */
export function banListView(
  { bans, matching, active }: BanPage,
  { filter, page: number, limit, now }: ListFacts,
  texts: Texts,
): View {
  const { banlist } = texts
  const page = {
    page: number,
    pages: Math.max(1, Math.ceil(matching / PER_PAGE)),
    first: number * PER_PAGE,
    shown: bans,
  }
  const head = [
    `## ${BAN_ICON} ${banlist.title}`,
    ...filterLines(filter, texts),
    `**${banlist.matching({ count: matching })}**`,
  ]
  const foot = [...pageLines(page, texts), `-# ${banlist.room({ count: active, limit })}`].join('\n')
  const room = charactersLeft([head.join('\n'), foot])
  const roomEach = Math.floor(room / PER_PAGE) - 1
  const nothing = isFiltered(filter) || active > 0 ? banlist.noMatch : banlist.empty
  const lines = bans.map((ban) => formatEntry(ban, now, roomEach, texts))
  const list = lines.length > 0 ? fitLines(lines, room, texts.common.leftOut) : nothing
  const by = filter.addedBy === undefined ? '' : BigInt(filter.addedBy).toString(36)
  const toPage = (to: number) => toCustomId(BANS, filter.state, to, by, toTextArgument(filter.search))
  const rows = [...entryMenu(bans, now, texts), row(pageButtons(page, toPage, texts))]
  return createView('neutral', [head.join('\n'), list, foot], rows)
}

const isFiltered = ({ search, addedBy, state }: ShownFilter) =>
  search !== '' || addedBy !== undefined || state !== 'active'

function filterLines({ search, addedBy, state }: ShownFilter, { banlist, commas, language }: Texts): string[] {
  const conditions = [
    ...(state === 'active' ? [] : [SHOW[state][language]]),
    ...(search === '' ? [] : [banlist.withText({ text: formatSearch(search) })]),
    ...(addedBy === undefined ? [] : [banlist.byPerson({ who: formatAuthor(addedBy) })]),
  ]
  return conditions.length > 0 ? [banlist.filtered({ filter: commas(conditions) })] : []
}

/** A searched text; a mention stays one, so that it is read as a name. */
const formatSearch = (search: string) => {
  const userId = mentionedUser(search)
  return userId === undefined ? escapeMarkdown(search, OPTION_CHARACTERS) : userMention(userId)
}

const isEnded = ({ until }: StoredBan, now: number) => until !== null && until <= now

/** A ban in about `room` characters: account and reason; in small print by whom, when and until when, and the note as far as it fits. */
function formatEntry(ban: StoredBan, now: number, room: number, texts: Texts): string {
  const { addedBy, addedAt, importNumber, until, reason, note } = ban
  const { common, ownBan } = texts
  const shown = formatBanReason(reason)
  const sign = isEnded(ban, now) ? ENDED_ICON : BAN_ICON
  const first = `${sign} ${formatBanned(ban, texts)}${shown === '' ? '' : ` · ${shown}`}`
  const facts = [
    common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) }),
    ...(importNumber === null ? [] : [ownBan.ofImport({ count: importNumber })]),
    ...endFacts(until, isEnded(ban, now), texts),
  ]
  const lines = `${first}\n-# ${facts.join(' · ')}`
  const left = room - lines.length - ownBan.note({ note: '' }).length - 3
  // Escaping can double the length of a text.
  const shortened = note === '' || left < MIN_NOTE_ROOM ? '' : escapeMarkdown(note, Math.floor(left / 2))
  return shortened === '' ? lines : `${lines} · ${ownBan.note({ note: shortened })}`
}

function endFacts(until: number | null, hasEnded: boolean, texts: Texts): string[] {
  if (until === null) return []
  const end = formatBanEnd(until, texts)
  return [hasEnded ? texts.banlist.ended({ when: end }) : texts.ownBan.until({ date: end })]
}

/** A menu that opens a ban with its buttons; no menu for an empty page. */
function entryMenu(bans: readonly StoredBan[], now: number, texts: Texts) {
  if (bans.length === 0) return []
  const options = bans.map((ban) => ({
    label: stripInvisible(ban.name, OPTION_CHARACTERS) || ban.steamId,
    value: `${ban.steamId}:${ban.id}`,
    description: stripInvisible([ban.steamId, ban.reason].filter((text) => text !== '').join(' · '), OPTION_CHARACTERS),
    emoji: { name: isEnded(ban, now) ? ENDED_ICON : BAN_ICON },
  }))
  const placeholder = texts.banlist.openEntry
  return [row([{ type: ComponentType.StringSelect as const, custom_id: toCustomId(BAN_ENTRY), placeholder, options }])]
}

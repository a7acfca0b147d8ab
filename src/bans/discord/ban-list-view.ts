import { userMention } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { listView, menuRows } from '../../discord/list.ts'
import type { View } from '../../discord/view.ts'
import { relativeTime, type Page } from '../../discord/views/parts.ts'
import { stripInvisible } from '../../lib/visible-text.ts'
import type { BanFilter, BanPage, StoredBan } from '../list-bans.ts'
import { mentionedUser } from '../../model/mentioned-user.ts'
import { BAN_ICON, formatBanEnd, formatBanned, formatBanReason } from './ban-parts.ts'
import { SHOW, type Texts } from './texts.ts'

/** The names of the actions of the page buttons and of the menu. */
export const BANS = 'bans'
export const BAN_ENTRY = 'banentry'

export const ENDED_ICON = '⌛'
const OPTION_CHARACTERS = 100
/** Minimum room for the note of an entry; with less, the note is left out. */
const MIN_NOTE_ROOM = 20

/** What a list shows. */
export type ShownFilter = Pick<BanFilter, 'search' | 'addedBy' | 'state'>

/** A page of the bans that match a filter, and how many bans match it and are active. */
interface ShownBans extends Pick<BanPage, 'matching' | 'active'> {
  page: Page<StoredBan>
}

interface ListFacts {
  filter: ShownFilter
  /** Maximum number of bans of the server. */
  limit: number
  /** Unix seconds. */
  now: number
}

/** The message with one page of a ban list, the newest ban first, and a menu of its bans. */
export function banListView(
  { page, matching, active }: ShownBans,
  { filter, limit, now }: ListFacts,
  texts: Texts,
): View {
  const { banlist } = texts
  const menu = page.shown.map((ban) => ({
    label: stripInvisible(ban.name, OPTION_CHARACTERS) || ban.steamId,
    value: `${ban.steamId}:${ban.id}`,
    description: [ban.steamId, ban.reason].filter((text) => text !== '').join(' · '),
    icon: iconOf(ban, now),
  }))
  return listView(
    {
      head: [
        `## ${BAN_ICON} ${banlist.title}`,
        ...filterLines(filter, texts),
        `**${banlist.matching({ count: matching })}**`,
      ],
      page,
      format: (ban, room) => formatEntry(ban, now, room, texts),
      empty: isFiltered(filter) || active > 0 ? banlist.noMatch : banlist.empty,
      foot: [`-# ${banlist.room({ count: active, limit })}`],
      menu: menuRows(toCustomId(BAN_ENTRY), banlist.openEntry, menu),
      toPage: (to) => toCustomId(BANS, to, filter.state, filter.addedBy ?? '', filter.search),
    },
    texts,
  )
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

const iconOf = (ban: StoredBan, now: number) => (isEnded(ban, now) ? ENDED_ICON : BAN_ICON)

/** A ban in about `room` characters: account and reason; in small print by whom, when and until when, and the note as far as it fits. */
function formatEntry(ban: StoredBan, now: number, room: number, texts: Texts): string {
  const { addedBy, addedAt, importNumber, until, reason, note } = ban
  const { common, ownBan } = texts
  const shown = formatBanReason(reason)
  const first = `${iconOf(ban, now)} ${formatBanned(ban, texts)}${shown === '' ? '' : ` · ${shown}`}`
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

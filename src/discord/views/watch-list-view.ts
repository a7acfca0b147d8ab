import { channelMention, ComponentType, inlineCode, roleMention, userMention } from 'discord.js'
import { ICONS, type Tone } from '../../presentation/tone.ts'
import { plainDisplayName, stripInvisible } from '../../presentation/visible-text.ts'
import type { ListFilter, WatchEntry } from '../../service/watch/list-watches.ts'
import { MAX_REASON_CHARACTERS } from '../../service/watch/reason.ts'
import type { WatchStatus } from '../../service/watch/watch-status.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { charactersLeft, createView, fileLink, fitLines, row, type View } from '../view.ts'
import { formatKnownBans, toneOfStatus } from './known-bans.ts'
import { displayName, pageButtons, pageLines, pageOf, relativeTime } from './parts.ts'
import { toTextArgument } from './watch-filter.ts'
import { formatEndDate } from './watch-parts.ts'
import { watchTable } from './watch-table.ts'

const OPTION_CHARACTERS = 100
const HOUR = 3_600
/** A reason is shortened to this before the times of its entry are left out. */
const MIN_REASON_ROOM = 40

/** The entries of a list that pass a filter, and the state of the whole list. */
export interface ShownList {
  entries: WatchEntry[]
  filter: ListFilter
  status: WatchStatus
}

/** A page of a watch list, counted from 0: what is wrong with its alerts on top, entries, a menu of them, and all as CSV. */
export function watchListView({ entries, filter, status }: ShownList, wantedPage: number, texts: Texts): View {
  const page = pageOf(entries, wantedPage)
  const files = entries.length > 0 ? [watchTable(entries, texts)] : []
  const head = [
    `## 👁️ ${texts.watch.title}`,
    ...statusLines(status, texts),
    ...filterLines(filter, entries, texts),
  ].join('\n')
  const foot = [...pageLines(page, texts), `-# ${footLine(status, texts)}`].join('\n')
  const room = charactersLeft([head, foot])
  const roomEach = Math.floor(room / Math.max(1, page.shown.length)) - 1
  const lines = page.shown.map((entry) => formatEntry(entry, roomEach, texts))
  const list = lines.length > 0 ? fitLines(lines, room, texts.common.leftOut) : emptyText(status, texts)
  const toPage = (to: number) => toCustomId('watches', filter.show, to, toTextArgument(filter.text))
  return createView(
    toneOf(status, entries),
    [head, list, foot, ...files.map(fileLink)],
    [...entryMenu(page.shown, texts), row(pageButtons(page, toPage, texts))],
    files,
  )
}

const emptyText = ({ count }: WatchStatus, { watch }: Texts) => (count === 0 ? watch.empty : watch.noMatch)

function toneOf({ parked, alertBlock, alertChannelId }: WatchStatus, entries: WatchEntry[]): Tone {
  if (parked > 0 || alertBlock !== null || (alertChannelId === null && entries.length > 0)) return 'restricted'
  return 'neutral'
}

/** What keeps alerts or checks from coming in time; nothing when all is well. */
function statusLines(status: WatchStatus, texts: Texts): string[] {
  const { parked, waiting, alertBlock, alertChannelId, isHeld, isStretched, neverChecked, noRecord, overdue } = status
  const { watch } = texts
  const warning = (text: string) => `${ICONS.restricted} ${text}`
  return [
    ...(parked > 0 ? [warning(`**${watch.parked(parked)}**`)] : []),
    ...(alertBlock === null ? [] : [warning(watch.blocks[alertBlock](channelMention(alertChannelId ?? '')))]),
    ...(alertChannelId === null ? [warning(watch.noChannel)] : []),
    ...(isHeld ? [`${ICONS.limited} ${watch.held}`] : []),
    ...(isStretched ? [`${ICONS.limited} ${watch.stretched(formatDuration(status.intervalSeconds, texts))}`] : []),
    ...(neverChecked > 0 ? [`${ICONS.incomplete} ${watch.neverChecked(neverChecked)}`] : []),
    ...(noRecord > 0 ? [`${ICONS.incomplete} ${watch.entriesWithoutRecord(noRecord)}`] : []),
    ...(overdue > 0 ? [`${ICONS.incomplete} ${watch.overdue(overdue)}`] : []),
    ...(waiting > 0 ? [`${ICONS.limited} ${watch.waiting(waiting)}`] : []),
  ]
}

const formatDuration = (seconds: number, texts: Texts) =>
  seconds >= HOUR ? texts.hours(Math.round((seconds / HOUR) * 10) / 10) : texts.minutes(Math.ceil(seconds / 60))

function filterLines({ show, text }: ListFilter, entries: WatchEntry[], { watch, watchShow }: Texts): string[] {
  const conditions = [
    ...(show === 'all' ? [] : [watchShow[show]]),
    ...(text === '' ? [] : [watch.withText(escapeMarkdown(text))]),
  ]
  return conditions.length > 0 ? [watch.filtered(conditions.join(', '), entries.length)] : []
}

function footLine({ count, limit, alertBlock, alertChannelId, alertRoleId }: WatchStatus, { watch }: Texts): string {
  const role = alertRoleId === null ? '' : ` ${watch.alertsMention(roleMention(alertRoleId))}`
  const channel =
    alertChannelId === null || alertBlock !== null ? [] : [`${watch.alertsGoTo(channelMention(alertChannelId))}${role}`]
  return [watch.room(count, limit), ...channel].join(' · ')
}

/** An entry in at most `room` characters: state, age, who and why. The reason is shortened, then the times are left out. */
function formatEntry(entry: WatchEntry, room: number, texts: Texts): string {
  const { steamId, name, bans, addedBy, addedAt, changedAt, until, reason } = entry
  const { watch } = texts
  const names = [...(name === null ? [] : [displayName(name, texts)]), inlineCode(steamId)]
  const first = `${ICONS[toneOfStatus(bans.status)]} ${names.join(' ')} · ${formatKnownBans(bans, texts)}`
  const facts = [
    watch.addedBy(userMention(addedBy), relativeTime(addedAt)),
    ...(changedAt === null ? [] : [`**${watch.changedWhen(relativeTime(changedAt))}**`]),
    ...(bans.checkedAt === null ? [] : [texts.common.checked(relativeTime(bans.checkedAt))]),
    ...(until === null ? [] : [watch.untilWhen(formatEndDate(until, texts))]),
  ]
  const secondOf = (count: number) => `-# ${facts.slice(0, count).join(' · ')} · `
  const roomFor = (count: number) => room - first.length - secondOf(count).length - 1
  const count = facts.findLastIndex((_, index) => roomFor(index + 1) >= MIN_REASON_ROOM) + 1 || 1
  return `${first}\n${secondOf(count)}${shorten(reason, roomFor(count))}`
}

/** A reason in Markdown of at most `room` characters, which escaping may need twice. */
function shorten(reason: string, room: number): string {
  let characters = Math.max(1, Math.min(MAX_REASON_CHARACTERS, room))
  while (characters > 1 && escapeMarkdown(reason, characters).length > room) characters -= 1
  return escapeMarkdown(reason, characters)
}

/** A menu that opens an entry with its buttons; none for an empty page. */
function entryMenu(entries: WatchEntry[], texts: Texts) {
  if (entries.length === 0) return []
  const options = entries.map(({ steamId, name, bans, reason }) => ({
    label: name === null ? steamId : plainDisplayName(name, texts),
    value: steamId,
    description: stripInvisible(`${steamId} · ${reason}`, OPTION_CHARACTERS),
    emoji: { name: ICONS[toneOfStatus(bans.status)] },
  }))
  return [
    row([
      {
        type: ComponentType.StringSelect as const,
        custom_id: toCustomId('watched'),
        placeholder: texts.watch.openEntry,
        options,
      },
    ]),
  ]
}

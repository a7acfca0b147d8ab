import { toTenths } from '../../lib/tenths.ts'
import { nonEmpty } from '../../discord/view.ts'
import { z } from 'zod'
import { accountMenuAction } from '../../accounts/discord/account-task.ts'
import { notesFor, type ListedOwnBans } from '../../accounts/discord/server-notes.ts'
import { findShownProfile } from '../../accounts/find-profiles.ts'
import { listWatches, type ListFilter, type WatchEntry, watchStatus, type WatchStatus } from '../list-watches.ts'
import { WatchError } from '../../model/watch.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Invocation, Subcommand, Task } from './command.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { pageOf, relativeTime } from '../../discord/views/parts.ts'
import { fitFilterText, MAX_FILTER_CHARACTERS, pageAction, listView } from '../../discord/list.ts'
import { WATCHED, WATCHES, formatEndDate } from './watch-parts.ts'
import { refusedLogLines } from './channel.ts'
import { entryView } from './watch-views.ts'
import { OPTIONS, SUBCOMMANDS, SHOW, type Texts } from './texts.ts'
import { bold, channelMention, hyperlink, inlineCode, roleMention } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { ICONS, signOf, signsOf, toneWithEarlier, type Tone } from '../../lib/tone.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown, escapeWithin } from '../../discord/escape.ts'
import type { View, ViewFile } from '../../discord/view.ts'
import { formatPlainBans, formatShownBans, toneOfWatched, watchedBanLines } from './known-bans.ts'
import { displayName } from '../../accounts/discord/views/words.ts'
import { accountCells, accountMenu } from '../../accounts/discord/views/account-parts.ts'
import { fillIn } from '../../lib/message.ts'
import type { BanStatus } from '../../model/ban-record.ts'
import { formatCsvTime, type TableRow } from '../../lib/csv-writer.ts'
import { formatCsvEnd, tableFile } from '../../discord/views/table.ts'

const SHOWN = ['all', 'changed', 'banned'] as const

const showList = (wantedPage: number, filter: ListFilter): Task => ({
  cost: 'lookup',
  permission: 'ModerateMembers',
  async run(invocation) {
    const { context, reply, texts } = invocation
    const { guildId } = actorOf(invocation)
    const [{ entries }, status] = await Promise.all([
      listWatches(context, guildId, filter),
      watchStatus(context, guildId),
    ])
    const page = pageOf(entries, wantedPage)
    const shown = await Promise.all(
      page.shown.map(async (entry) => ({ ...entry, profile: await findProfile(invocation, entry) })),
    )
    const now = context.clock.unixSeconds()
    const ownBans = notesFor(invocation).ownBans(entries.map(({ steamId }) => steamId))
    const listed = entries.toSpliced(page.first, shown.length, ...shown)
    await reply.show(watchListView({ entries: listed, filter, status, ownBans, now }, wantedPage, texts))
  },
})

/** The profile of an entry; asks Steam for one that is not known. */
async function findProfile({ context, callContext }: Invocation, { steamId, profile }: WatchEntry) {
  return profile.name === null ? findShownProfile(context, steamId, callContext) : profile
}

export const listSubcommand: Subcommand = {
  name: SUBCOMMANDS.list,
  build: (command) =>
    command
      .addStringOption((option) => localized(option, OPTIONS.show).addChoices(localizedChoices(SHOWN, SHOW)))
      .addStringOption((option) => localized(option, OPTIONS.text).setMaxLength(MAX_FILTER_CHARACTERS)),
  createTask(options) {
    const show = SHOWN.find((name) => name === options.getString('show')) ?? 'all'
    return showList(0, { show, text: fitFilterText(options.getString('text') ?? '') })
  },
}

export const listActions: Action[] = [
  pageAction(WATCHES, (page, [show, ...text]) =>
    showList(page, { show: z.enum(SHOWN).parse(show), text: text.join(':') }),
  ),
  {
    // The button of an alert about several accounts.
    name: 'watchlist',
    defersReply: true,
    createTask: () => showList(0, { show: 'changed', text: '' }),
  },
  // The menu of the entries.
  accountMenuAction(WATCHED, 'ModerateMembers', async (invocation: Invocation, steamId) => {
    const { context, reply, texts } = invocation
    const { guildId } = actorOf(invocation)
    const { entries } = await listWatches(context, guildId, { show: 'all', text: steamId })
    const entry = entries.find((each) => each.steamId === steamId)
    if (!entry) throw new WatchError({ code: 'not_watched', steamId })
    const [profile, ownBan] = await Promise.all([findProfile(invocation, entry), notesFor(invocation).ownBan(steamId)])
    await reply.show(entryView({ ...entry, profile, ownBan }, context.clock.unixSeconds(), texts))
  }),
]

/** Minimum length of a shortened note; to get that room, times of the entry are left out. */
const MIN_NOTE_ROOM = 40

/** The message with one page of a watch list: counts, problems of its alerts, entries and a menu of them, and a CSV file of all. */
export function watchListView(list: ShownList, wantedPage: number, texts: Texts): View {
  const { entries, filter, status, ownBans } = list
  const page = pageOf(entries, wantedPage)
  const verdict = [...countLines(entries, texts), ...nonEmpty(ownBans.verdict)]
  const menu = page.shown.map((entry) => ({
    steamId: entry.steamId,
    name: entry.profile.name,
    icon: signOf(toneOfWatched(entry), ownBans.stateOf(entry.steamId)),
    summary: entry.reason,
  }))
  return listView(
    {
      tone: toneOf(status, entries),
      head: [
        `## 👁️ ${texts.watch.title}`,
        ...filterLines(filter, entries, texts),
        ...verdict,
        ...statusLines(status, texts),
      ],
      page,
      format: (entry, room) => formatEntry(entry, list, room, texts),
      empty: status.count === 0 ? texts.watch.empty : texts.watch.noMatch,
      foot: [`-# ${footLine(status, texts)}`],
      verdict,
      menu: accountMenu(menu, texts, { customId: toCustomId(WATCHED), placeholder: texts.watch.openEntry }),
      toPage: (to) => toCustomId(WATCHES, to, filter.show, filter.text),
      file: entries.length > 0 ? watchTable(entries, texts) : undefined,
    },
    texts,
  )
}

function toneOf({ alertBlock, alertChannelId }: WatchStatus, entries: WatchEntry[]): Tone {
  if (entries.some(({ bans }) => bans.status === 'banned')) return 'banned'
  if (alertBlock !== null || (alertChannelId === null && entries.length > 0)) return 'restricted'
  return 'neutral'
}

function footLine(status: WatchStatus, { common, watch }: Texts): string {
  const { count, limit, alertBlock, alertChannelId, alertRoleId, reportsJoins } = status
  const role = alertRoleId === null ? '' : ` ${watch.alertsMention({ role: roleMention(alertRoleId) })}`
  const channel =
    alertChannelId === null || alertBlock !== null
      ? []
      : [`${watch.alertsGoTo({ channel: channelMention(alertChannelId) })}${role}`]
  const joins = reportsJoins ? [] : [watch.joinsReported.off]
  return [common.room({ count, limit }), ...channel, ...joins].join(' · ')
}

/**
 * An entry in at most `room` characters: icon, name and bans; in small print the id, the reason, the author and the times. First the note
 * is shortened, then the times are left out.
 */
function formatEntry(entry: WatchEntry, { ownBans, now }: ShownList, room: number, texts: Texts): string {
  const { steamId, profile, bans, addedBy, addedAt, changedAt, until, reason } = entry
  const { name, isPrivate } = profile
  const { common, watch } = texts
  const id = inlineCode(steamId)
  const account = name === null ? id : hyperlink(displayName(name, texts), toProfileUrl(steamId))
  const signs = signsOf(toneOfWatched(entry), ownBans.stateOf(steamId))
  const status = `${signs} ${account} · ${formatShownBans({ bans, isPrivate, now }, texts)}`
  const first = [status, ...watchedBanLines(entry, texts)].join('\n')
  const facts = [
    common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) }),
    ...(changedAt === null ? [] : [bold(watch.changedWhen({ when: relativeTime(changedAt) }))]),
    ...(until === null ? [] : [watch.watchedUntil({ when: formatEndDate(until, texts) })]),
    ...(bans.checkedAt === null ? [] : [common.checked({ when: relativeTime(bans.checkedAt) })]),
  ]
  const linesWith = (note: string, count: number) =>
    `${first}\n-# ${[...(name === null ? [] : [id]), ...(reason === '' ? [] : [texts.ownBan.note({ text: note })]), ...facts.slice(0, count)].join(' · ')}`
  const roomFor = (count: number) => room - linesWith('', count).length
  const count = facts.findLastIndex((_, index) => roomFor(index + 1) >= MIN_NOTE_ROOM) + 1 || 1
  return linesWith(escapeWithin(reason, MAX_REASON_CHARACTERS, roomFor(count)), count)
}

const HOUR = 3_600

/** The entries of a list that pass a filter, and the state of the whole list. */
export interface ShownList {
  entries: WatchEntry[]
  filter: ListFilter
  status: WatchStatus
  ownBans: ListedOwnBans
  /** Unix seconds. */
  now: number
}

/**
 * Counts the entries by kind; empty for an empty list. Entries without bans get no icon, because the icon would say that their profiles are
 * public.
 */
function countLines(entries: WatchEntry[], { watch: { counts } }: Texts): string[] {
  const countOf = (status: BanStatus) => entries.filter(({ bans }) => bans.status === status).length
  const [banned, clean] = [countOf('banned'), countOf('clean')]
  const [restricted, unknown] = [countOf('restricted'), countOf('unknown')]
  const parts = [
    ...(banned > 0 ? [`${ICONS.banned} ${counts.banned({ count: banned, all: entries.length })}`] : []),
    ...(restricted > 0 ? [`${ICONS.restricted} ${counts.restricted({ count: restricted })}`] : []),
    ...(unknown > 0 ? [`${ICONS.incomplete} ${counts.unknown({ count: unknown })}`] : []),
    ...(banned === 0 && clean > 0 ? [counts.clean({ count: clean, all: entries.length })] : []),
  ]
  return parts.length > 0 ? [bold(parts.join(' · '))] : []
}

/** Problems that prevent or delay alerts or checks; empty if there are none. */
function statusLines(status: WatchStatus, texts: Texts): string[] {
  const { waiting, alertBlock, alertChannelId, refusedLog, isStretched, neverChecked, noRecord, overdue } = status
  const { watch, sent } = texts
  const warning = (text: string) => `${ICONS.restricted} ${text}`
  return [
    ...(alertBlock === null
      ? []
      : [warning(fillIn(sent.blocks[alertBlock], { channel: channelMention(alertChannelId ?? '') }))]),
    ...(alertChannelId === null ? [warning(sent.noChannel)] : []),
    ...refusedLogLines(refusedLog, texts),
    ...(isStretched
      ? [`${ICONS.limited} ${watch.stretched({ interval: formatDuration(status.intervalSeconds, texts) })}`]
      : []),
    ...(neverChecked > 0 ? [`${ICONS.incomplete} ${watch.neverChecked({ count: neverChecked })}`] : []),
    ...(noRecord > 0 ? [`${ICONS.incomplete} ${watch.entriesWithoutRecord({ count: noRecord })}`] : []),
    ...(overdue > 0 ? [`${ICONS.incomplete} ${watch.overdue({ count: overdue })}`] : []),
    ...(waiting > 0 ? [`${ICONS.limited} ${watch.waiting({ count: waiting })}`] : []),
  ]
}

const formatDuration = (seconds: number, texts: Texts) =>
  seconds >= HOUR ? texts.hours({ value: toTenths(seconds / HOUR) }) : texts.minutes({ value: Math.ceil(seconds / 60) })

function filterLines({ show, text }: ListFilter, entries: WatchEntry[], texts: Texts): string[] {
  const { banlist, watch, commas, language } = texts
  const conditions = [
    ...(show === 'all' ? [] : [SHOW[show][language]]),
    ...(text === '' ? [] : [banlist.withText({ text: escapeMarkdown(text) })]),
  ]
  return conditions.length > 0 ? [watch.filtered({ filter: commas(conditions), count: entries.length })] : []
}

const COLUMNS = [
  'steamId',
  'name',
  'result',
  'vacBans',
  'gameBans',
  'communityBan',
  'tradeStatus',
  'lastBanAfter',
  'lastBanBefore',
  'checkedAt',
  'changedAt',
  'reason',
  'addedBy',
  'addedAt',
  'until',
  'profile',
  'note',
] as const
type Row = TableRow<(typeof COLUMNS)[number]>

/** Entries of a watch list as a CSV file. All times are UTC. */
const watchTable = (entries: WatchEntry[], texts: Texts): ViewFile =>
  tableFile(
    'watch-list.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, texts)),
    texts,
  )

function rowOf(entry: WatchEntry, texts: Texts): Row {
  const { csv } = texts
  const { steamId, profile, bans, changedAt, reason, addedBy, addedAt, until, earlier } = entry
  return {
    ...accountCells({ steamId, name: profile.name }, texts),
    result: csv.results[bans.status === 'unknown' ? 'unavailable' : toneWithEarlier(bans.status, earlier?.bans)],
    ...recordCells(entry, texts),
    lastBanAfter: formatCsvTime(bans.lastBan?.after ?? null),
    lastBanBefore: formatCsvTime(bans.lastBan?.before ?? null),
    checkedAt: formatCsvTime(bans.checkedAt),
    changedAt: formatCsvTime(changedAt),
    reason,
    addedBy,
    addedAt: formatCsvTime(addedAt),
    until: formatCsvEnd(until),
    note: formatPlainBans(bans, texts),
  }
}

/** The cells of a ban record. An unknown field is called unknown, and is never 0 or "no". */
function recordCells({ bans: { record } }: WatchEntry, { csv }: Texts): Row {
  const community = record?.CommunityBanned
  return {
    vacBans: record?.NumberOfVACBans ?? csv.unknown,
    gameBans: record?.NumberOfGameBans ?? csv.unknown,
    communityBan: community === undefined ? csv.unknown : community ? csv.yes : csv.no,
    tradeStatus: record?.EconomyBan ?? csv.unknown,
  }
}

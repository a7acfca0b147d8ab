import { channelMention, inlineCode, roleMention, time, TimestampStyles } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { toAuditLines, type AuditLine, type AuditLog, type AuditEntry } from '../read-audit-log.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { listView } from '../../discord/list.ts'
import { LOG, WATCHES } from './watch-parts.ts'
import type { OtherChanges } from './command.ts'
import { formatLanguageChoice } from './language.ts'
import type { Texts } from './texts.ts'
import type { View, ViewFile } from '../../discord/view.ts'
import { pageOf } from '../../discord/views/parts.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import { type WatchAction, WATCH_ACTIONS } from '../../model/watch.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { tableFile, type TableRow } from '../../discord/views/table.ts'

const isOfWatchList = (action: string): action is WatchAction => WATCH_ACTIONS.some((each) => each === action)

/** Maximum length of a detail; ten lines with it always fit into a message. */
const DETAIL_CHARACTERS = 120

/**
 * The message with one page of the changes of a watch list, newest first: when, who and what. The accounts of an import are listed in the
 * file only. `wantedPage` begins at 0.
 */
export function watchLogView(
  { entries, isCut, hasHiddenChanges }: AuditLog,
  wantedPage: number,
  others: OtherChanges,
  texts: Texts,
): View {
  return listView(
    {
      head: [`## 📜 ${texts.watch.log}`],
      page: pageOf(toAuditLines(entries), wantedPage),
      format: (entry) => formatChange(entry, others, texts),
      empty: hasHiddenChanges ? '' : texts.watch.emptyLog,
      foot: [
        ...(isCut ? [`-# ${texts.watch.logCut}`] : []),
        ...(hasHiddenChanges ? [`-# ${texts.watch.logWithoutPolicy}`] : []),
      ],
      toPage: (to) => toCustomId(WATCHES, to, LOG),
      file: entries.length > 0 ? watchLogTable(entries, others, texts) : undefined,
    },
    texts,
  )
}

function formatChange(entry: AuditLine, others: OtherChanges, texts: Texts): string {
  const who = entry.userId === null ? texts.common.byItself : formatAuthor(entry.userId)
  const when = time(entry.at, TimestampStyles.ShortDateTime)
  return `${when} · ${who} ${formatSentence(entry, others, texts)}`
}

/** Describes a change without its author. */
function formatSentence({ action, steamId, count, detail }: AuditLine, others: OtherChanges, texts: Texts): string {
  const { actions } = texts.watch
  const note = escapeMarkdown(detail, DETAIL_CHARACTERS)
  const withNote = (change: string) => withDetail(change, note === '' ? '' : texts.watch.note({ note }))
  if (!isOfWatchList(action)) return others.sentence({ action, steamId, detail }, DETAIL_CHARACTERS)
  switch (action) {
    case 'added':
    case 'changed':
    case 'removed':
    case 'restored':
    case 'expired':
      return withNote(actions[action]({ account: steamId === null ? texts.common.profile : inlineCode(steamId) }))
    case 'imported':
      return withNote(actions.imported({ count }))
    case 'channel_set':
      return withDetail(actions.channel_set, formatChannel(detail, texts))
    case 'language_set':
      return withDetail(actions.language_set, escapeMarkdown(formatLanguageChoice(detail, texts), DETAIL_CHARACTERS))
    case 'forgotten':
      return withDetail(actions.forgotten, note)
  }
}

const withDetail = (change: string, detail: string) => (detail === '' ? change : `${change} · ${detail}`)

/** The channel for alerts, its role, and whether joins are reported, if that was chosen. */
function formatChannel(detail: string, { watch }: Texts): string {
  const [channelId = '', ...choices] = detail.split(' ')
  const joins = choices.find((choice) => choice.startsWith('joins:'))
  const roles = choices.filter((choice) => choice !== joins)
  const where = [channelMention(channelId), ...roles.map(roleMention)].join(' ')
  return joins === undefined ? where : `${where} · ${watch.joinsReported[joins === 'joins:on' ? 'on' : 'off']}`
}

const COLUMNS = ['changedAt', 'changedBy', 'change', 'steamId', 'reason', 'note', 'profile'] as const
type Row = TableRow<(typeof COLUMNS)[number]>

/** Changes whose detail is no reason, but what was set. */
const IS_SETTING: ReadonlySet<string> = new Set<WatchAction>(['channel_set', 'language_set'])

/** The log of a server as a CSV file, one entry per row. */
function watchLogTable(entries: readonly AuditEntry[], others: OtherChanges, texts: Texts): ViewFile {
  return tableFile(
    'watch-log.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, others, texts)),
    texts,
  )
}

function rowOf(entry: AuditEntry, others: OtherChanges, { csv, common }: Texts): Row {
  const { at, userId, action, steamId, detail } = entry
  return {
    changedAt: formatCsvTime(at),
    changedBy: userId ?? common.byItself,
    ...(isOfWatchList(action)
      ? { change: csv.actions[action], ...(IS_SETTING.has(action) ? { note: detail } : { reason: detail }) }
      : others.cells({ action, detail })),
    steamId: steamId ?? '',
    profile: steamId === null ? '' : toProfileUrl(steamId),
  }
}

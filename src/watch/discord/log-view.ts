import { channelMention, roleMention, time, TimestampStyles } from 'discord.js'
import { formatNameAndId } from '../../accounts/discord/views/account-parts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { listView } from '../../discord/list.ts'
import { nonEmpty, type View, type ViewFile } from '../../discord/view.ts'
import { pageOf } from '../../discord/views/parts.ts'
import { formatCsvEnd, tableFile } from '../../discord/views/table.ts'
import { formatCsvTime, type TableRow } from '../../lib/csv-writer.ts'
import { LOG_OFF } from '../../model/log-line.ts'
import { type SteamId, toProfileUrl } from '../../model/steam-id.ts'
import { readTermsDetail } from '../../model/terms-detail.ts'
import { type WatchAction, WATCH_ACTIONS } from '../../model/watch.ts'
import { toAuditLines, type AuditEntry, type AuditLine, type AuditLog, type LogFilter } from '../read-audit-log.ts'
import type { LogCells, OtherChanges } from './command.ts'
import { formatLanguageChoice } from './language.ts'
import { LOG_PLACES, type Texts } from './texts.ts'
import { formatEndDate } from './watch-parts.ts'

/** The name of the action of the page buttons of the log. */
export const LOG = 'log'

const isOfWatchList = (action: string): action is WatchAction => WATCH_ACTIONS.some((each) => each === action)

/** Maximum length of a detail; ten lines with it always fit into a message. */
const DETAIL_CHARACTERS = 120

/** What a page of the log shows besides its entries. */
export interface ShownLog extends AuditLog {
  filter: LogFilter
  /** The names of accounts, as far as they are known. */
  names: ReadonlyMap<SteamId, string>
}

/**
 * The message with one page of the changes of a server, newest first: when, who and what. The accounts of an import are listed in the
 * file only. `wantedPage` begins at 0.
 */
export function logView(log: ShownLog, wantedPage: number, others: OtherChanges, texts: Texts): View {
  const { entries, isCut, hasHiddenChanges, filter, names } = log
  const { search, userId } = filter
  const conditions = [
    ...(search === '' ? [] : [texts.banlist.withText({ text: escapeMarkdown(search) })]),
    ...(userId === '' ? [] : [texts.banlist.byPerson({ who: formatAuthor(userId) })]),
  ]
  const lines = toAuditLines(entries)
  return listView(
    {
      head: [
        `## 📜 ${texts.watch.log}`,
        ...(conditions.length > 0
          ? [texts.watch.filtered({ filter: texts.commas(conditions), count: lines.length })]
          : []),
      ],
      page: pageOf(lines, wantedPage),
      format: (entry) => {
        const name = (entry.steamId !== null && names.get(entry.steamId)) || null
        return `${time(entry.at, TimestampStyles.ShortDateTime)} · ${formatChange(entry, name, others, texts)}`
      },
      empty: conditions.length > 0 ? texts.watch.noMatch : hasHiddenChanges ? '' : texts.watch.emptyLog,
      foot: [
        ...(isCut ? [`-# ${texts.watch.logCut}`] : []),
        ...(hasHiddenChanges ? [`-# ${texts.watch.logWithoutPolicy}`] : []),
      ],
      toPage: (to) => toCustomId(LOG, to, userId, search),
      file: entries.length > 0 ? logTable(entries, others, texts) : undefined,
    },
    texts,
  )
}

/** A change as a line of the log and of the channel for the log: by whom, and what. `name` is that of the account, null if it is unknown. */
export function formatChange(
  entry: Omit<AuditLine, 'guildId' | 'at'>,
  name: string | null,
  others: OtherChanges,
  texts: Texts,
): string {
  const who = entry.userId === null ? texts.common.byItself : formatAuthor(entry.userId)
  return `${who} ${formatSentence(entry, name, others, texts)}`
}

/** Describes a change without its author. */
function formatSentence(
  entry: Omit<AuditLine, 'guildId' | 'at'>,
  name: string | null,
  others: OtherChanges,
  texts: Texts,
): string {
  const { action, steamId, detail } = entry
  const { actions } = texts.watch
  if (!isOfWatchList(action)) return others.sentence({ action, steamId, detail }, DETAIL_CHARACTERS, name)
  const note = escapeMarkdown(detail, DETAIL_CHARACTERS)
  switch (action) {
    case 'added':
    case 'changed':
    case 'removed':
    case 'restored':
    case 'expired':
    case 'imported':
    case 'import_undone':
      return [formatEntryChange({ ...entry, action }, name, texts), ...termsOf(detail, texts)].join(' · ')
    case 'channel_set':
      return withDetail(actions.channel_set, formatChannel(detail, texts))
    case 'log_set':
      return withDetail(actions.log_set, formatLogChannel(detail, texts))
    case 'language_set':
      return withDetail(actions.language_set, escapeMarkdown(formatLanguageChoice(detail, texts), DETAIL_CHARACTERS))
    case 'forgotten':
      return withDetail(actions.forgotten, note)
  }
}

const ACTION_OF_ONE = { imported: 'added', import_undone: 'removed' } as const

/** A change of an entry, or of the entries of an import. */
function formatEntryChange(
  {
    action,
    steamId,
    count,
  }: Pick<AuditLine, 'steamId' | 'count'> & { action: Exclude<WatchAction, `${string}_set` | 'forgotten'> },
  name: string | null,
  texts: Texts,
): string {
  const { actions } = texts.watch
  const account = steamId === null ? 'none' : formatNameAndId({ steamId, name }, texts)
  if (action !== 'imported' && action !== 'import_undone') return actions[action]({ account })
  // A search has found one account of an import.
  return steamId !== null && count === 1 ? actions[ACTION_OF_ONE[action]]({ account }) : actions[action]({ count })
}

const withDetail = (change: string, detail: string) => (detail === '' ? change : `${change} · ${detail}`)

/** The note and the end of an entry, and what they were before. */
function termsOf(detail: string, texts: Texts): string[] {
  const { reason, until, before, isNoteChanged } = readTermsDetail(detail)
  const characters = before.reason === '' ? DETAIL_CHARACTERS : Math.floor(DETAIL_CHARACTERS / 2)
  const shown = (text: string) => escapeMarkdown(text, characters)
  const endOf = (end: number | null) =>
    end === null ? texts.ownBan.forGood : texts.watch.watchedUntil({ when: formatEndDate(end, texts) })
  const ofBefore = (text: string) => (text === '' ? '' : texts.banLog.reasonBefore({ reason: text }))
  return nonEmpty(
    reason === '' ? '' : texts.ownBan.note({ text: shown(reason) }),
    ofBefore(shown(before.reason)),
    until === null && before.until === undefined ? '' : endOf(until),
    before.until === undefined ? '' : ofBefore(endOf(before.until)),
    isNoteChanged ? texts.banLog.noteChanged : '',
  )
}

/** The channel for alerts, its role, and whether joins are reported, if that was chosen. */
function formatChannel(detail: string, { watch }: Texts): string {
  const [channelId = '', ...choices] = detail.split(' ')
  const joins = choices.find((choice) => choice.startsWith('joins:'))
  const roles = choices.filter((choice) => choice !== joins)
  const where = [channelMention(channelId), ...roles.map(roleMention)].join(' ')
  return joins === undefined ? where : `${where} · ${watch.joinsReported[joins === 'joins:on' ? 'on' : 'off']}`
}

/** The channel in which changes are told. */
function formatLogChannel(detail: string, { language, log }: Texts): string {
  if (detail === LOG_OFF) return log.nowhere
  return detail === '' ? LOG_PLACES.alerts[language] : channelMention(detail)
}

const COLUMNS = ['changedAt', 'changedBy', 'change', 'steamId', 'name', 'reason', 'until', 'note', 'profile'] as const
type Row = TableRow<(typeof COLUMNS)[number]>

/** Changes whose detail is no reason, but what was set. */
const IS_SETTING: ReadonlySet<string> = new Set<WatchAction>(['channel_set', 'log_set', 'language_set'])

/** The log of a server as a CSV file, one entry per row. */
function logTable(entries: readonly AuditEntry[], others: OtherChanges, texts: Texts): ViewFile {
  return tableFile(
    'log.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, others, texts)),
    texts,
  )
}

function rowOf(entry: AuditEntry, others: OtherChanges, texts: Texts): Row {
  const { at, userId, action, steamId, detail } = entry
  return {
    changedAt: formatCsvTime(at),
    changedBy: userId ?? texts.common.byItself,
    change: action.replaceAll('_', ' '),
    ...(isOfWatchList(action) ? watchCells(action, detail) : others.cells({ action, detail })),
    steamId: steamId ?? '',
    profile: steamId === null ? '' : toProfileUrl(steamId),
  }
}

function watchCells(action: WatchAction, detail: string): LogCells {
  if (IS_SETTING.has(action)) return { note: detail }
  const { reason, until } = readTermsDetail(detail)
  return { reason, until: formatCsvEnd(until) }
}

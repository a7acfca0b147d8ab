import { channelMention, inlineCode, roleMention, time, TimestampStyles, userMention } from 'discord.js'
import { toAuditLines, type AuditEntry, type AuditLine, type AuditLog } from '../../service/watch/read-audit-log.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { charactersLeft, createView, fileLink, fitLines, row, type View } from '../view.ts'
import { pageButtons, pageLines, pageOf } from './parts.ts'
import { watchLogTable } from './watch-log-table.ts'

/** So that ten lines fit into a message however long the reasons are. */
const DETAIL_CHARACTERS = 120

/** A page of the changes of a watch list, newest first: when, who and what; each account of an import is in the file. */
export function watchLogView({ entries, isCut }: AuditLog, wantedPage: number, texts: Texts): View {
  const page = pageOf(toAuditLines(entries), wantedPage)
  const files = entries.length > 0 ? [watchLogTable(entries, texts)] : []
  const head = `## 📜 ${texts.watch.log}`
  const foot = [...pageLines(page, texts), ...(isCut ? [`-# ${texts.watch.logCut}`] : [])]
  const lines = page.shown.map((entry) => formatChange(entry, texts))
  const list =
    lines.length > 0 ? fitLines(lines, charactersLeft([head, ...foot]), texts.common.leftOut) : texts.watch.emptyLog
  const toPage = (to: number) => toCustomId('watches', 'log', to, '')
  const parts = [head, list, ...foot, ...files.map(fileLink)]
  return createView('neutral', parts, [row(pageButtons(page, toPage, texts))], files)
}

function formatChange(entry: AuditLine, texts: Texts): string {
  const who = entry.userId === null ? texts.watch.byItself : userMention(entry.userId)
  const when = time(entry.at, TimestampStyles.ShortDateTime)
  const detail = formatDetail(entry)
  return `${when} · ${who} ${describe(entry, texts)}${detail === '' ? '' : ` · ${detail}`}`
}

function describe({ action, steamId, count }: AuditLine, { watch: { actions }, common }: Texts): string {
  if (action === 'imported') return actions.imported(count)
  const text = actions[action]
  return typeof text === 'string' ? text : text(steamId === null ? common.profile : inlineCode(steamId))
}

/** The reason, or the channel and its role. */
function formatDetail({ action, detail }: AuditEntry): string {
  if (action !== 'channel_set') return escapeMarkdown(detail, DETAIL_CHARACTERS)
  const [channelId = '', roleId] = detail.split(' ')
  return [channelMention(channelId), ...(roleId === undefined ? [] : [roleMention(roleId)])].join(' ')
}

import { channelMention, inlineCode, roleMention, time, TimestampStyles, userMention } from 'discord.js'
import type { AuditEntry } from '../../service/watch/read-audit-log.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { charactersLeft, createView, fitLines, row, type View } from '../view.ts'
import { pageButtons, pageLines, pageOf } from './parts.ts'

/** So that ten lines fit into a message however long the reasons are. */
const DETAIL_CHARACTERS = 120

/** A page of the changes of a watch list, newest first: when, who and what. */
export function watchLogView(log: AuditEntry[], wantedPage: number, texts: Texts): View {
  const page = pageOf(log, wantedPage)
  const head = `## 📜 ${texts.watch.log}`
  const foot = pageLines(page, texts)
  const lines = page.shown.map((entry) => formatChange(entry, texts))
  const list =
    lines.length > 0 ? fitLines(lines, charactersLeft([head, ...foot]), texts.common.leftOut) : texts.watch.emptyLog
  const toPage = (to: number) => toCustomId('watches', 'log', to, '')
  return createView('neutral', [head, list, ...foot], [row(pageButtons(page, toPage, texts))])
}

function formatChange(entry: AuditEntry, texts: Texts): string {
  const who = entry.userId === null ? texts.watch.byItself : userMention(entry.userId)
  const when = time(entry.at, TimestampStyles.ShortDateTime)
  const detail = formatDetail(entry)
  return `${when} · ${who} ${describe(entry, texts)}${detail === '' ? '' : ` · ${detail}`}`
}

function describe({ action, steamId }: AuditEntry, { watch: { actions }, common }: Texts): string {
  const text = actions[action]
  return typeof text === 'string' ? text : text(steamId === null ? common.profile : inlineCode(steamId))
}

/** The reason, the count and reason of an import, or the channel and its role. */
function formatDetail({ action, detail }: AuditEntry): string {
  if (action !== 'channel_set') return escapeMarkdown(detail, DETAIL_CHARACTERS)
  const [channelId = '', roleId] = detail.split(' ')
  return [channelMention(channelId), ...(roleId === undefined ? [] : [roleMention(roleId)])].join(' ')
}

import { ButtonStyle } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { button, createView, fileLink, fitLines, row, type View, type ViewFile } from '../../discord/view.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { ICONS } from '../../lib/tone.ts'
import { MAX_BAN_NOTE_CHARACTERS } from '../../model/ban.ts'
import type { BanImport } from '../database/ban-imports.ts'
import type { ListedBan, ListLine, ReadBanList } from '../formats/read-ban-list.ts'
import type { BanImportPreview, CompletedImport } from '../import-bans.ts'
import type { ExportFormat } from './ban-files.ts'
import { BAN_ICON, formatBanEnd } from './ban-parts.ts'
import type { Texts } from './texts.ts'

const LINE_CHARACTERS = 80
const MAX_LINES = 6
/** Room for the lines of each kind, so that all of a preview fits. */
const LINES_ROOM = 1_200

/** The message with the effect of an import, and the buttons that confirm or cancel it. `file` has the list as it was given. */
export function importPreviewView(
  { list, file }: { list: ReadBanList; file: ViewFile },
  { fresh, present, differing, exempted }: BanImportPreview<ListedBan>,
  texts: Texts,
): View {
  const { banImport: words, buttons } = texts
  const isPossible = fresh.length > 0
  const counts: [count: number, text: (values: { count: number }) => string][] = [
    [present.length, words.present],
    [differing.length, words.differing],
    [exempted.length, words.exempted],
    [list.expired, words.expired],
    [list.repeated, words.repeated],
    [list.cutNotes, ({ count }) => words.cutNotes({ count, limit: MAX_BAN_NOTE_CHARACTERS })],
    [list.addresses, words.addresses],
  ]
  const head = [
    `## ${BAN_ICON} ${words.title}`,
    words.format({ format: words.formats[list.format] }),
    `**${isPossible ? words.fresh({ count: fresh.length }) : words.nothingNew}**`,
    ...counts.flatMap(([count, text]) => (count > 0 ? [`• ${text({ count })}`] : [])),
  ].join('\n')
  const files = [
    ...(isPossible ? [file] : []),
    ...(list.notUnderstood.length > MAX_LINES ? [notUnderstoodFile(list.notUnderstood)] : []),
  ]
  const confirm = button('✅', buttons.confirmBans({ count: fresh.length }), toCustomId('banimport', 'confirm'))
  const cancel = button('✖️', buttons.cancel, toCustomId('banimport', 'cancel'))
  const parts = [
    head,
    ...durationTexts(list, texts),
    ...notUnderstoodTexts(list, texts),
    ...(isPossible ? [`${words.nothingYet} ${words.confirmHint}`] : []),
    ...files.map(fileLink),
  ]
  return createView('neutral', parts, [row(isPossible ? [confirm, cancel] : [])], files)
}

/** How ends that are not plain times were read. */
function durationTexts({ durations }: ReadBanList, texts: Texts): string[] {
  const { banImport: words, ownBan } = texts
  const title = `${ICONS.limited} ${words.durations({ count: durations.length })}`
  return listTexts(title, durations, durations.length, texts, ({ line, text, until }) => {
    const end = until === null ? ownBan.forGood : ownBan.until({ date: formatBanEnd(until, texts) })
    return words.duration({ line: String(line), written: formatWritten(text), end })
  })
}

function notUnderstoodTexts({ notUnderstood, notUnderstoodCount: count }: ReadBanList, texts: Texts): string[] {
  const { banImport: words } = texts
  const title = `${ICONS.incomplete} ${words.notUnderstood({ count })}`
  return listTexts(title, notUnderstood, count, texts, ({ line, text }) =>
    words.line({ line: String(line), written: formatWritten(text) }),
  )
}

const formatWritten = (text: string) => escapeMarkdown(text, LINE_CHARACTERS) || '?'

/** A title and the first lines of a list, of which `items` may be the beginning only; nothing for an empty list. */
function listTexts<Item>(
  title: string,
  items: readonly Item[],
  count: number,
  texts: Texts,
  toLine: (item: Item) => string,
): string[] {
  if (count === 0) return []
  const lines = items.slice(0, MAX_LINES).map(toLine)
  const more = count - lines.length
  // One empty line in place of all the others.
  const shown = more > 0 ? [...lines, ''] : lines
  const leftOut = ({ count: left }: { count: number }) => texts.common.leftOut({ count: left + Math.max(0, more - 1) })
  return [`${title}\n${fitLines(shown, LINES_ROOM, leftOut, MAX_LINES)}`]
}

const notUnderstoodFile = (lines: readonly ListLine[]): ViewFile => ({
  name: 'not-understood.txt',
  data: Buffer.from(lines.map(({ line, text }) => `${line}: ${text}\n`).join('')),
})

/** Says how many bans an import has added; `stayed` is the number of bans that it has not. */
export function importedView({ number, added }: CompletedImport, stayed: number, texts: Texts): View {
  const { banImport: words } = texts
  const lines = [
    `## ${BAN_ICON} ${words.done({ importNumber: number, count: added })}`,
    ...(stayed > 0 ? [words.stayed({ count: stayed })] : []),
    `-# ${words.undoHint}`,
  ]
  return createView('neutral', [lines.join('\n')], [])
}

export const importCancelledView = (sentence: string): View => createView('neutral', [`### ✖️ ${sentence}`], [])

/** Asks whether to remove the bans of an import. */
export function undoQuestionView(newest: BanImport & { count: number }, texts: Texts): View {
  const { id, number, count, userId, at } = newest
  const { banImport: words, buttons } = texts
  const lines = [
    `### ↩️ ${words.undoQuestion({ importNumber: number, count })}`,
    words.undoWhat({ who: formatAuthor(userId), when: relativeTime(at) }),
  ]
  const undo = button('🗑️', buttons.undoImport({ count }), toCustomId('banundo', id), { style: ButtonStyle.Danger })
  const cancel = button('✖️', buttons.cancel, toCustomId('banundo', id, 'cancel'))
  return createView('restricted', [lines.join('\n')], [row([undo, cancel])])
}

export const undoneView = ({ number, added }: CompletedImport, { banImport }: Texts): View =>
  createView('neutral', [`### ↩️ ${banImport.undone({ importNumber: number, count: added })}`], [])

/** The message with the files of an export. */
export function exportedView(
  count: number,
  files: ViewFile[],
  format: ExportFormat,
  { banImport: words }: Texts,
): View {
  if (count === 0) return createView('neutral', [`### ${BAN_ICON} ${words.nothingToExport}`], [])
  const hint = format === 'cfg' ? words.exportedWithoutNotes : words.exportedWithNotes
  const head = `## ${BAN_ICON} ${words.exported({ count })}\n-# ${hint}`
  return createView('neutral', [head, ...files.map(fileLink)], [], files)
}

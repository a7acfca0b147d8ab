import { formatAuthor } from '../../discord/author.ts'
import { cancelButton, dangerButton, questionView } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import {
  button,
  charactersLeft,
  createView,
  fileLink,
  fitLines,
  row,
  type View,
  type ViewFile,
} from '../../discord/view.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { ICONS } from '../../lib/tone.ts'
import { MAX_BAN_NOTE_CHARACTERS } from '../../model/ban.ts'
import { doubtfulIn, formatEncoding } from '../../text/spelling.ts'
import type { BanImport } from '../database/bans.ts'
import { type ImportChoice, type OpenBans, openBansOf } from '../formats/chosen-bans.ts'
import type { ListedBan, OpenBan, ReadBanList } from '../formats/read-ban-list.ts'
import type { DecodedBanList } from '../formats/read-list-file.ts'
import type { BanImportPreview, CompletedImport } from '../import-bans.ts'
import type { ExportFormat } from './ban-files.ts'
import { BAN_ICON, formatBanEnd, formatBanned, listedBanLine } from './ban-parts.ts'
import type { Texts } from './texts.ts'

const LINE_CHARACTERS = 80
const MAX_LINES = 6
const KINDS = ['unreadEnds', 'unclear'] as const satisfies (keyof ImportChoice)[]

/** Number of bans to be added that a preview names. */
const MAX_NAMED = 3

/** The effect of an import, and the number of accounts whose bans the list lifts and that are banned here all the same. */
type ImportEffect = BanImportPreview<ListedBan> & { stayBanned: number }

/** A part of a preview about entries of the list, of which `lines` has the first ones. */
interface Section {
  title: string
  count: number
  lines: string[]
}

/** A choice about the list that is kept under this id. */
export type ListChoice = ImportChoice & { id: string }

/** The message with the effect of an import by this choice, and the buttons that change the choice, and confirm or cancel the import. */
export function importPreviewView(list: DecodedBanList, effect: ImportEffect, choice: ListChoice, texts: Texts): View {
  const { banImport: words, buttons } = texts
  const title = [`## ${BAN_ICON} ${words.title}`, words.format({ format: words.formats[list.format] })]
  if (list.areRounded)
    return createView('neutral', [[...title, `**${ICONS.incomplete} ${words.rounded}**`].join('\n')], [])
  const open = openBansOf(list, choice)
  const count = effect.fresh.length
  const toggles = toggleButtons(open, choice, texts)
  const canDecide = KINDS.some((kind) => open[kind].length > 0 && !choice[kind])
  const headline = count > 0 ? words.fresh({ count }) : canDecide ? words.nothingDecided : words.nothingNew
  const head = [...title, `**${headline}**`, ...countLines(list, effect, texts)].join('\n')
  const canImport = count > 0 || toggles.length > 0
  const hint = canImport ? [words.nothingYet] : []
  const isLong = [open.unreadEnds, open.unclear, list.notUnderstood].some((entries) => entries.length > MAX_LINES)
  const files = isLong ? [leftOutFile(list, open, texts)] : []
  const sections = [
    freshSection(effect, texts),
    spellingSection(list, texts),
    durationSection(list, texts),
    ...KINDS.map((kind) => openSection(kind, open[kind], choice[kind], texts)),
    notUnderstoodSection(list, texts),
  ].filter(({ count: entries }) => entries > 0)
  const parts = [head, ...sectionTexts(sections, [head, ...hint], texts), ...hint, ...files.map(fileLink)]
  const confirm = button('✅', buttons.confirmBans({ count }), buttonId('confirm', choice), { isDisabled: count === 0 })
  const cancel = cancelButton('banimport', texts)
  return createView('neutral', parts, [row(canImport ? [confirm, ...toggles, cancel] : [])], files)
}

const buttonId = (name: 'confirm' | 'show', { id, unreadEnds, unclear }: ListChoice) =>
  toCustomId('banimport', name, id, Number(unreadEnds), Number(unclear))

/** The buttons that show the preview with another choice. */
function toggleButtons(open: OpenBans, choice: ListChoice, { buttons }: Texts) {
  const labels = { unreadEnds: buttons.banForGood, unclear: buttons.banUnclear }
  return KINDS.filter((kind) => open[kind].length > 0 || choice[kind]).map((kind) =>
    button(choice[kind] ? '☑️' : '⬜', labels[kind], buttonId('show', { ...choice, [kind]: !choice[kind] })),
  )
}

/** What is not added, or not as it was given. */
function countLines(
  list: ReadBanList,
  { present, differing, exempted, stayBanned }: ImportEffect,
  { banImport: words }: Texts,
): string[] {
  const counts: [count: number, text: (values: { count: number }) => string][] = [
    [present.length, words.present],
    [differing.length, words.differing],
    [exempted.length, words.exempted],
    [list.expired, words.expired],
    [list.lifted, words.lifted],
    [stayBanned, words.liftedStay],
    [list.staff, words.staff],
    [list.repeated, words.repeated],
    [list.cutNotes, ({ count }) => words.cutNotes({ count, limit: MAX_BAN_NOTE_CHARACTERS })],
    [list.addresses, words.addresses],
  ]
  return counts.flatMap(([count, text]) => (count > 0 ? [`• ${text({ count })}`] : []))
}

/** The first bans that are added. */
function freshSection({ fresh }: ImportEffect, texts: Texts): Section {
  const lines = fresh
    .slice(0, MAX_NAMED)
    .map(({ steamId, name, reason, until }) => listedBanLine({ steamId, name: name || null }, { reason, until }, texts))
  return { title: texts.banImport.freshSample, count: fresh.length, lines }
}

/** How a guessed encoding spells names and reasons. */
function spellingSection({ encoding, isGuessed, ...list }: DecodedBanList, { banImport: words }: Texts): Section {
  const doubtful = doubtfulIn(encoding)
  const bans = isGuessed ? [...list.bans, ...list.unreadEnds, ...list.unclear] : []
  const sample = bans.filter(({ name, reason }) => doubtful.test(name + reason)).slice(0, MAX_NAMED)
  const lines = sample.map(({ line, name, reason }) => {
    const written = [name, reason].filter((text) => text !== '').map(formatWritten)
    return words.line({ line: String(line), written: written.join(' · ') })
  })
  const title = words.encoding({ encoding: formatEncoding(encoding) })
  return { title: `${ICONS.limited} ${title}`, count: lines.length, lines }
}

/** How ends that are not plain times were read. */
function durationSection({ durations }: ReadBanList, texts: Texts): Section {
  const { banImport: words, ownBan } = texts
  const count = durations.length
  const lines = durations.slice(0, MAX_LINES).map(({ line, text, until }) => {
    const end = until === null ? ownBan.forGood : ownBan.until({ date: formatBanEnd(until, texts) })
    return words.duration({ line: String(line), written: formatWritten(text), end })
  })
  return { title: `${ICONS.limited} ${words.durations({ count })}`, count, lines }
}

/** The open bans that one of the choices is about. */
function openSection(kind: keyof ImportChoice, bans: readonly OpenBan[], isChosen: boolean, texts: Texts): Section {
  const { banImport: words } = texts
  const count = bans.length
  const titles = {
    unreadEnds: isChosen ? words.unreadEndsTaken : words.unreadEnds,
    unclear: isChosen ? words.unclearTaken : words.unclear,
  }
  const lines = bans.slice(0, MAX_LINES).map((ban) => {
    const { line, reason, text = reason, unreadEnd = '' } = ban
    // The line shows the moderator why the account is unclear.
    const written = [unreadEnd, kind === 'unclear' ? text : reason].filter((text) => text !== '').map(formatWritten)
    return words.line({ line: String(line), written: [formatBanned(ban, texts), ...written].join(' · ') })
  })
  return { title: `${ICONS.incomplete} ${titles[kind]({ count })}`, count, lines }
}

function notUnderstoodSection({ notUnderstood, notUnderstoodCount: count }: ReadBanList, texts: Texts): Section {
  const { banImport: words } = texts
  const lines = notUnderstood.slice(0, MAX_LINES).map(({ line, text, why }) => {
    const written = `${formatWritten(text)} · ${words.why({ why })}`
    return words.line({ line: String(line), written })
  })
  return { title: `${ICONS.incomplete} ${words.notUnderstood({ count })}`, count, lines }
}

const formatWritten = (text: string) => escapeMarkdown(text, LINE_CHARACTERS) || '?'

/** The texts of sections, which share the room that the other texts of the message leave. */
function sectionTexts(sections: readonly Section[], others: readonly string[], texts: Texts): string[] {
  const room = charactersLeft([...others, ...sections.map(({ title }) => `${title}\n`)])
  const roomEach = Math.floor(room / Math.max(1, sections.length))
  return sections.map(({ title, count, lines: all }) => {
    const lines = all.slice(0, MAX_LINES)
    const more = count - lines.length
    // One empty line in place of all the others.
    const shown = more > 0 ? [...lines, ''] : lines
    const leftOut = ({ count: left }: { count: number }) =>
      texts.common.leftOut({ count: left + Math.max(0, more - 1) })
    return `${title}\n${fitLines(shown, roomEach, leftOut, lines.length)}`
  })
}

/** All entries that a person may want to decide about or to mend, of which the preview shows the first ones. */
function leftOutFile({ notUnderstood }: ReadBanList, { unreadEnds, unclear }: OpenBans, texts: Texts): ViewFile {
  const { banImport: words } = texts
  const lines = [
    ...titled(
      words.unreadEnds,
      unreadEnds,
      ({ line, steamId, unreadEnd = '' }) => `${line}: ${steamId} · ${unreadEnd}`,
    ),
    ...titled(words.unclear, unclear, ({ line, steamId, text = '' }) => `${line}: ${steamId} · ${text}`),
    ...titled(words.notUnderstood, notUnderstood, ({ line, text, why }) => `${line} (${words.why({ why })}): ${text}`),
  ]
  return { name: 'left-out.txt', data: Buffer.from(lines.map((line) => `${line}\n`).join('')) }
}

const titled = <Item>(
  title: (values: { count: number }) => string,
  items: readonly Item[],
  toLine: (item: Item) => string,
): string[] => (items.length === 0 ? [] : [title({ count: items.length }), ...items.map(toLine)])

/** Says how many bans an import has added; `stayed` is the number of bans that it has not. */
export function importedView({ number, count }: CompletedImport, stayed: number, texts: Texts): View {
  const { banImport: words } = texts
  const lines = [
    `## ${BAN_ICON} ${words.done({ importNumber: number, count })}`,
    ...(stayed > 0 ? [words.stayed({ count: stayed })] : []),
    `-# ${words.undoHint}`,
  ]
  return createView('neutral', [lines.join('\n')], [])
}

/** Asks whether to remove the bans of an import. */
export function undoQuestionView(newest: BanImport, texts: Texts): View {
  const { number, count, userId, at } = newest
  const { banImport: words, buttons } = texts
  const lines = [
    `### ↩️ ${words.undoQuestion({ importNumber: number, count })}`,
    words.undoWhat({ who: formatAuthor(userId), when: relativeTime(at) }),
  ]
  const undo = dangerButton('🗑️', buttons.undoImport({ count }), toCustomId('banundo', number, at))
  return questionView(lines, [undo, cancelButton('banundo', texts)])
}

export const undoneView = ({ number, count }: CompletedImport, { banImport }: Texts): View =>
  createView('neutral', [`### ↩️ ${banImport.undone({ importNumber: number, count })}`], [])

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

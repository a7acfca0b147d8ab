import { fillIn } from '../../../lib/message.ts'
import { inlineCode, userMention, type APIButtonComponent } from 'discord.js'
import { MAX_LONG_BATCH } from '../../../model/limits.ts'
import { isSteamId } from '../../../model/steam-id.ts'
import { areChanged } from '../../../text/rounded.ts'
import { ERROR_CODES, needsOperator } from '../../../model/error.ts'
import { countEntries, isBannedEntry, sortEntries, toneOfBatch } from '../../presentation/batch-entries.ts'
import { ICONS, signOfSteam, toneWithOwnBan, worstTone, type OwnBanMark, type Tone } from '../../../lib/tone.ts'
import {
  countRecognized,
  isFound,
  isUnavailable,
  knownAccounts,
  LINE_CHARACTERS,
  type Batch,
  type CheckedEntry,
  type Lines,
} from '../batch-state.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { ListNotes } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import {
  button,
  charactersLeft,
  fileLink,
  fitLines,
  sectionTexts,
  type View,
  type ViewFile,
  nonEmpty,
} from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { formatEntry, toListedRecord, toMenuEntry } from './batch-entry.ts'
import { NO_FACTS } from '../describe-error.ts'
import { pageButtons, pageOf, postButton, type Page } from '../../../discord/views/parts.ts'
import { checkedLine, ofSteam } from './words.ts'
import { accountMenu } from './account-parts.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { BATCH_COLUMNS, batchRow, unrecognizedRow } from '../../presentation/batch-rows.ts'
import { tableFile } from '../../../discord/views/table.ts'

/** Maximum length of each list of input lines (duplicates, not recognized); a long page leaves less. */
const INPUT_LINES_CHARACTERS = 350
/** More lines never fit. */
const MAX_INPUT_LINES = 100

/** Matches a line that is probably an in-game name or a custom URL, and not a sentence, a row or a link. */
const NAME = /^["'\s]*[\p{L}\p{N}][\p{L}\p{N} ._-]{0,31}["'\s]*$/u

/** Which page of a batch is shown. */
interface ShownPage {
  /** Begins at 0. */
  page: number
  /** The id under which the batch is kept. */
  id: string
  /** Why the check ended early. */
  ended?: string | undefined
}

/** The message with one page of a batch, and a CSV file with all results. */
export function batchView(batch: Batch, { id, ended, ...wanted }: ShownPage, texts: Texts, notes: ListNotes): View {
  const { checked } = batch
  const isShort = saysAllInRows(batch)
  const page = pageOf(sortEntries(checked), wanted.page)
  const toPage = (to: number) => toCustomId('batch', 'page', id, to)
  const buttons = [
    ...pageButtons(page, toPage, texts),
    ...checkButtons(batch, { id, page: page.page }, ended !== undefined, texts),
    postButton(toPage(page.page), texts),
    ...notes.listButtons('all', id, knownAccounts(batch).length),
  ]
  const files = isShort ? [] : [batchTable(batch, texts)]
  const stop = ended === undefined ? [] : [`⏹️ **${ended}.**`]
  const ownBans = notes.ownBans(checked.flatMap(({ steamId }) => steamId ?? []))
  const steamTone = toneOf(batch)
  const door = notes.door(checked.flatMap(toListedRecord))
  const rowNotes = { ownBans, refused: door.refused }
  const tone = worstTone([toneWithOwnBan(steamTone, ownBans.state), door.tone])
  // "No ban on record" says little about, for example, a private profile, so that it has no sign there.
  const sign = steamTone === 'banned' || tone === 'clean' ? signOfSteam(steamTone, ownBans.state) : ''
  const summary = [
    ...(isShort ? formatRest(batch, texts) : formatSummary(batch, { sign, own: ownBans.state }, texts)),
    ...stop,
  ]
  const [verdict = '', ...others] = summary
  const title = `## 📋 ${texts.batch.title({ count: countRecognized(batch) })}`
  const counted = isShort && ownBans.state !== 'unknown' ? [] : nonEmpty(ownBans.verdict)
  const head = [...(isShort ? [] : [title]), ...counted, ...nonEmpty(verdict, door.line), ...others].join('\n')
  const foot = formatFoot(checked, page, texts)
  const lines = page.shown.map((entry) => formatEntry(entry, texts, rowNotes))
  const fixed = [head, verdict, ownBans.verdict, ...foot]
  const list = fitLines(lines, charactersLeft(fixed), texts.common.leftOut)
  const room = charactersLeft([...fixed, list])
  const inputLines = page.page === 0 ? formatInputLines(batch, room, texts) : []
  const menu = page.shown.filter(isFound).map((entry) => toMenuEntry(entry, texts, rowNotes))
  return resultView(
    tone,
    [...nonEmpty(ownBans.verdict), verdict],
    [...nonEmpty(head, list), ...inputLines, ...foot, ...files.map(fileLink)],
    [...accountMenu(menu, texts), ...buttonRows(buttons, texts)],
    files,
  )
}

/** The most severe tone; entries that are not checked yet, and lines that were not recognized, count as unknown. */
function toneOf({ checked, waiting, notRecognized }: Batch): Tone {
  const tone = toneOfBatch(checked)
  return waiting.length + notRecognized.count > 0 && tone !== 'banned' ? 'incomplete' : tone
}

/** Buttons that check further entries, or repeat failed checks. */
function checkButtons(
  { checked, waiting }: Batch,
  { id, page }: { id: string; page: number },
  hasEnded: boolean,
  { buttons }: Texts,
): APIButtonComponent[] {
  const next = Math.min(MAX_LONG_BATCH, waiting.length)
  const label = hasEnded ? buttons.continueBatch : buttons.checkNext({ count: next })
  const failed = Math.min(MAX_LONG_BATCH, checked.filter(isUnavailable).length)
  return [
    ...(next > 0 ? [button('⏩', label, toCustomId('batch', 'next', id, page))] : []),
    ...(failed > 0 ? [button('🔄', buttons.retry({ count: failed }), toCustomId('batch', 'retry', id, page))] : []),
  ]
}

function formatSummary(batch: Batch, { sign, own }: { sign: string; own: OwnBanMark }, texts: Texts): string[] {
  const { checked, waiting, repeated, notRecognized } = batch
  const counts = countEntries(checked)
  const { known, banned, restricted, withoutProfile, profileNotReturned, notFound, unavailable } = counts
  const { withEarlierBans, withUnreadableHistory } = counts
  const { incomplete } = ICONS
  const unread = texts.common.sentence({ text: texts.batch.notRecognized(notRecognized) })
  const counted = (count: number, icon: string, format: (values: { count: number }) => string) =>
    count > 0 ? [`${icon} ${format({ count })}`] : []
  const verdict = [
    ...(known > 0 ? [`${sign}${ofSteam(texts.batch.bannedCount({ banned, checked: known }), own, texts)}`] : []),
    // In the same line, because "no ban on record" says nothing about these lines.
    ...(notRecognized.count > 0 ? [`${incomplete} ${unread}`] : []),
  ]
  const isChanged = areChanged([...checked.map(({ input }) => input), ...waiting], notRecognized.lines)
  return [
    ...(verdict.length > 0 ? [`**${verdict.join(' ')}**`] : []),
    ...(isChanged ? [`${incomplete} **${texts.common.numbersChanged}**`] : []),
    ...counted(restricted, ICONS.restricted, texts.batch.restrictedCount),
    ...counted(withEarlierBans, ICONS.neutral, texts.batch.earlierBansCount),
    ...counted(withUnreadableHistory, incomplete, texts.batch.unreadableHistoryCount),
    ...counted(withoutProfile, incomplete, texts.batch.withoutProfileCount),
    ...counted(profileNotReturned, incomplete, texts.batch.profileNotReturnedCount),
    ...counted(notFound, incomplete, texts.batch.notFoundCount),
    ...counted(unavailable, incomplete, texts.batch.uncheckedCount),
    ...counted(waiting.length, ICONS.limited, texts.batch.waiting),
    ...(repeated.count > 0 ? [`-# ${formatDuplicates(repeated, texts)}`] : []),
    ...formatRest(batch, texts),
  ]
}

/** Maximum number of accounts in the names of a person or in a message whose rows say everything. */
const MAX_SHORT = 3

/** Whether the rows of the few accounts of a message or a person say everything, so that counts would only repeat them. */
const saysAllInRows = ({ named, checked, waiting, repeated, notRecognized }: Batch) =>
  named !== undefined && checked.length <= MAX_SHORT && waiting.length + repeated.count + notRecognized.count === 0

/** What no row says: a failure that only the operator can fix, and in which names the accounts are. */
const formatRest = (batch: Batch, texts: Texts) => [
  ...formatKeyProblem(batch.checked, texts),
  ...formatNamed(batch, texts),
]

/** Which accounts are in the names of a user, and whether the nickname could not be read. */
function formatNamed({ named }: Batch, { batch, list }: Texts): string[] {
  if (named === undefined) return []
  const user = userMention(named.userId)
  const found = named.found.map(({ account, kind }) =>
    batch.inName({
      account: isSteamId(account) ? inlineCode(account) : escapeMarkdown(account, LINE_CHARACTERS),
      kind,
    }),
  )
  return [
    ...(found.length > 0 ? [`🪪 ${batch.inNames({ user, accounts: list(found) })}`] : []),
    ...(named.isNicknameRead ? [] : [`${ICONS.incomplete} ${batch.nicknameNotRead({ user })}`]),
  ]
}

/** The number of duplicates, and the number of different entries among them if that is smaller. */
function formatDuplicates({ count, lines }: Lines, { batch }: Texts): string {
  const duplicates = batch.duplicates({ count })
  return lines.length < count ? `${duplicates} ${batch.ofEntries({ count: lines.length })}` : duplicates
}

/** The text about a failure that only the operator can fix, and a retry cannot; empty without such a failure. */
function formatKeyProblem(checked: CheckedEntry[], texts: Texts): string[] {
  const codes = new Set(checked.map((entry) => (isFound(entry) ? null : entry.code)))
  const problem = ERROR_CODES.filter(needsOperator).find((code) => codes.has(code))
  return problem ? [fillIn(texts.errors[problem], NO_FACTS)] : []
}

/** The page number, how many accounts are banned on other pages, and the age of the oldest ban record. */
function formatFoot(checked: CheckedEntry[], { page, pages, shown }: Page<CheckedEntry>, texts: Texts): string[] {
  const onOtherPages = checked.filter(isBannedEntry).length - shown.filter(isBannedEntry).length
  const oldest = Math.min(...checked.flatMap(({ bans, fetchedAt }) => (bans && fetchedAt ? [fetchedAt] : [])))
  const position = `${texts.common.page({ page: page + 1, pages })} · ${texts.batch.bannedOnOtherPages({ banned: onOtherPages })}`
  const lines = [
    ...(pages > 1 ? [onOtherPages > 0 ? `**${position}**` : `-# ${position}`] : []),
    ...(Number.isFinite(oldest) ? [checkedLine(oldest, texts)] : []),
  ]
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** The list of duplicates and the list of unrecognized lines, each within half of the room. */
function formatInputLines({ repeated, notRecognized }: Batch, room: number, texts: Texts): string[] {
  const roomEach = Math.min(INPUT_LINES_CHARACTERS, Math.floor(room / 2))
  const sections = [
    // Each duplicate is listed once, however often it is repeated.
    { title: texts.batch.duplicatesTitle, count: repeated.lines.length, lines: repeated.lines },
    { title: titleOfNotRecognized(notRecognized, roomEach, texts), ...notRecognized },
  ]
    .filter(({ title, count }) => count > 0 && roomEach >= title.length + LINE_CHARACTERS)
    .map(({ lines, ...section }) => ({ ...section, lines: lines.slice(0, MAX_INPUT_LINES).map(formatLine) }))
  const leftOut = ({ count }: { count: number }) => `-# ${texts.common.leftOut({ count })}`
  return sectionTexts(sections, roomEach * sections.length, MAX_INPUT_LINES, leftOut)
}

const formatLine = (line: string) => `-# ${escapeMarkdown(line, LINE_CHARACTERS) || '?'}`

/**
 * The title of the unrecognized lines. If one of them is a name, a custom URL or a friend code, the title explains why it was not
 * recognized.
 */
function titleOfNotRecognized({ lines }: Lines, room: number, { batch }: Texts): string {
  const title = batch.notRecognizedTitle
  const withReason = `${title}\n-# ${batch.namesNotRecognized}`
  // The reason is left out when it would take the room that the lines need.
  const fits = room >= withReason.length + 2 * LINE_CHARACTERS
  return fits && lines.some((line) => NAME.test(line)) ? withReason : title
}

/** All entries of a batch that were checked, and the lines that were not recognized, as a CSV file. */
export function batchTable({ checked, notRecognized }: Batch, texts: Texts): ViewFile {
  const rows = [
    ...checked.map((entry) => batchRow(entry, texts)),
    ...notRecognized.lines.map((line) => unrecognizedRow(line, texts)),
  ]
  return tableFile('accounts.csv', BATCH_COLUMNS, rows, texts)
}

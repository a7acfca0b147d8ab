import { hyperlink, inlineCode } from 'discord.js'
import { MAX_BATCH } from '../../model/account.ts'
import { readAccountInput } from '../../model/account-input.ts'
import { ERROR_CODES, needsOperator } from '../../model/error.ts'
import { isMistypedSteamId, isSteamId, parseAccount, toProfileUrl } from '../../model/steam-id.ts'
import { isFound, isUnavailable, LINE_CHARACTERS, toBatchFile, countUnderstood } from '../batch-state.ts'
import type { Batch, CheckedEntry, FailedEntry, FoundEntry, Lines } from '../batch-state.ts'
import { csvFile } from '../csv.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import { howFound } from '../found-by.ts'
import type { FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, fileLink, fitLines, ICONS, charactersLeft, row, text } from '../view.ts'
import type { Tone, View, ViewFile } from '../view.ts'
import { banColumns, byBanStatus, banStatusOf, formatBans, toneOfRecord } from './bans.ts'
import { accountMenu, checkedLine, displayName, pageButtons, pageOf, plainDisplayName, postButton } from './parts.ts'
import type { Page } from './parts.ts'

/** Most characters for the notes on how the list was read; a long page leaves fewer. */
const REMARKS_CHARACTERS = 350
/** Lines about the reading of the list that a message shows, at most. */
const MAX_REMARKS = 100

/** The file of everything that was checked. */
const TABLE_FILE = 'accounts.csv'

/** A page of a batch (counted from 0): banned first over all that was checked; the whole of it in a file. */
export function batchView(batch: Batch, wantedPage: number, texts: Texts): View {
  const { checked, waiting, repeated, notUnderstood } = batch
  const paged = pageOf(sort(checked), wantedPage)
  const { page, pages, shown } = paged
  const unavailable = checked.filter(isUnavailable).length
  const tone = toneOf(checked)
  const isOngoing = pages > 1 || waiting.length > 0 || unavailable > 0
  const files = [tableFile(batch, texts), ...(isOngoing ? [toBatchFile(batch)] : [])]
  const head = [`## ${ICONS[tone]} ${texts.batch.title(checked.length)}`, ...summarize(batch, texts)].join('\n')
  const foot = footOf(checked, paged, texts)
  const hint = isOngoing ? [`-# ${texts.batch.files}`] : []
  const list = fitLines(
    shown.map((entry) => formatEntry(entry, texts)),
    charactersLeft([head, ...foot, ...hint]),
    texts.common.leftOut,
  )
  const room = Math.min(REMARKS_CHARACTERS, Math.floor(charactersLeft([head, list, ...foot, ...hint]) / 2))
  // How the list was read belongs to its beginning.
  const remarks = [
    // Each account is listed once, however often it is repeated.
    { title: texts.batch.repeatedTitle, lines: { ...repeated, count: repeated.lines.length } },
    { title: titleOfNotUnderstood(notUnderstood, room, texts), lines: notUnderstood },
  ].flatMap(({ title, lines }) => (page === 0 ? formatInputLines(title, lines, room, texts) : []))
  return {
    components: [
      container(tone, [...[head, list, ...remarks, ...foot].map(text), ...files.map(fileLink), ...hint.map(text)]),
      ...accountMenu(
        shown.filter(isFound).map((entry) => {
          const standing = toneOfRecord(entry.bans, entry)
          const { steamId, name } = entry
          const foundBy = howFound(entry.input, entry)
          return { steamId, name, foundBy, tone: standing, summary: texts.csv.results[standing] }
        }),
        texts,
      ),
      row([
        ...pageButtons(page, pages, (to) => toCustomId('batch', 'page', to), texts),
        ...(waiting.length > 0
          ? [
              button(texts.buttons.checkNext(Math.min(MAX_BATCH, waiting.length)), toCustomId('batch', 'next', 0), {
                emoji: '⏩',
              }),
            ]
          : []),
        ...(unavailable > 0
          ? [
              button(texts.buttons.retry(Math.min(MAX_BATCH, unavailable)), toCustomId('batch', 'retry', 0), {
                emoji: '🔄',
              }),
            ]
          : []),
        postButton(texts),
      ]),
    ],
    files,
  }
}

const isBanned = (entry: CheckedEntry) => entry.bans !== null && banStatusOf(entry.bans) === 'banned'

/** Banned accounts by their newest ban, then those nothing or not everything is known of, then the others. */
function sort(checked: CheckedEntry[]): CheckedEntry[] {
  const byBans = (a: CheckedEntry, b: CheckedEntry) => (a.bans && b.bans ? byBanStatus(a.bans, b.bans) : 0)
  const others = checked.filter((entry) => !isBanned(entry))
  return [
    ...checked.filter(isBanned).toSorted(byBans),
    ...others.filter((entry) => !isFound(entry)),
    ...others.filter(isFound).toSorted(byBans),
  ]
}

function toneOf(checked: CheckedEntry[]): Tone {
  const isAny = (tone: Tone) => checked.some((entry) => toneOfEntry(entry) === tone)
  return (['banned', 'incomplete', 'restricted', 'private'] as const).find(isAny) ?? 'clean'
}

function toneOfEntry(entry: CheckedEntry): Tone {
  if (isFound(entry)) return toneOfRecord(entry.bans, entry)
  return isBanned(entry) ? 'banned' : 'incomplete'
}

function summarize(batch: Batch, texts: Texts): string[] {
  const { checked, waiting } = batch
  const count = (isIt: (entry: CheckedEntry) => boolean) => checked.filter(isIt).length
  const known = count(({ bans }) => bans !== null)
  const restricted = count((entry) => isFound(entry) && banStatusOf(entry.bans) === 'restricted')
  const withoutProfile = count((entry) => !isFound(entry) && entry.bans !== null)
  const notFound = count((entry) => !isFound(entry) && entry.bans === null && !isUnavailable(entry))
  const unavailable = count(isUnavailable)
  return [
    ...(known > 0 ? [`**${texts.batch.bannedCount(count(isBanned), known)}**`] : []),
    ...(restricted > 0 ? [texts.batch.restrictedCount(restricted)] : []),
    ...(withoutProfile > 0 ? [`${ICONS.incomplete} ${texts.batch.withoutProfileCount(withoutProfile)}`] : []),
    ...(notFound > 0 ? [`${ICONS.incomplete} ${texts.batch.notFoundCount(notFound)}`] : []),
    ...(unavailable > 0 ? [`${ICONS.incomplete} ${texts.batch.uncheckedCount(unavailable)}`] : []),
    ...formatKeyProblem(checked, texts),
    ...(waiting.length > 0 ? [texts.batch.waiting(waiting.length)] : []),
    `-# ${formatInputCounts(batch, texts)}`,
  ]
}

function formatInputCounts(batch: Batch, texts: Texts): string {
  const { repeated, notUnderstood } = batch
  return [
    texts.batch.understood(countUnderstood(batch)),
    ...(repeated.count > 0 ? [texts.batch.repeated(repeated.count)] : []),
    ...(notUnderstood.count > 0 ? [texts.batch.notUnderstood(notUnderstood.count)] : []),
  ].join(' · ')
}

/** Why nothing is known, where waiting will not help. */
function formatKeyProblem(checked: CheckedEntry[], texts: Texts): string[] {
  const trouble = ERROR_CODES.filter(needsOperator).find((code) =>
    checked.some((entry) => !isFound(entry) && entry.code === code),
  )
  return trouble ? [texts.errors[trouble].text({ subject: '', when: '', detail: '', requestId: '' })] : []
}

function formatEntry(entry: CheckedEntry, texts: Texts): string {
  return isFound(entry) ? formatFound(entry, texts) : formatFailed(entry, texts)
}

function formatFound(entry: FoundEntry, texts: Texts): string {
  const { steamId, name, bans } = entry
  const tone = toneOfEntry(entry)
  const remarks = [
    ...(tone === 'private' ? [`${texts.common.profile} ${texts.common.private}`] : []),
    ...formatOrigin(howFound(entry.input, entry), texts),
  ]
  const link = hyperlink(displayName(name, texts), toProfileUrl(steamId))
  return `${ICONS[tone]} ${link} ${inlineCode(steamId)} · ${[formatBans(bans, texts), ...remarks].join(', ')}`
}

function formatOrigin(foundBy: FoundBy | null, texts: Texts): string[] {
  if (foundBy === null) return []
  return 'customUrl' in foundBy
    ? [texts.batch.foundBy(inlineCode(foundBy.customUrl))]
    : [texts.batch.foundByFriendCode(inlineCode(foundBy.friendCode))]
}

function formatFailed(entry: FailedEntry, texts: Texts): string {
  const { input, bans } = entry
  const subject = isSteamId(input) ? inlineCode(input) : escapeMarkdown(input, LINE_CHARACTERS)
  const verdict = bans
    ? texts.batch.noProfile(formatBans(bans, texts))
    : isUnavailable(entry)
      ? texts.batch.unavailable
      : isMistypedSteamId(input)
        ? `${texts.batch.notFound}. ${texts.common.mistypedId(input.length)}`
        : texts.batch.notFound
  return `${ICONS[toneOfEntry(entry)]} ${subject} · ${[verdict, ...formatInputKind(input, texts)].join(', ')}`
}

/** Whether a word was looked up as a custom URL: without this it looks like the name shown in the game. */
function formatInputKind(input: string, texts: Texts): string[] {
  const account = readAccountInput(input)
  // A mistyped id has an explanation of its own.
  if (account?.kind !== 'vanity' || isMistypedSteamId(input)) return []
  return [account.friendCodeOf === undefined ? texts.batch.readAsCustomUrl : texts.batch.readAsFriendCode]
}

/** Where in the list the page is, how many are banned on other pages, and how old the oldest ban record is. */
function footOf(checked: CheckedEntry[], { page, pages, shown }: Page<CheckedEntry>, texts: Texts): string[] {
  const elsewhere = checked.filter(isBanned).length - shown.filter(isBanned).length
  const oldest = Math.min(...checked.filter(isFound).map(({ fetchedAt }) => fetchedAt))
  const position = `${texts.common.page(page + 1, pages)} · ${texts.batch.elsewhere(elsewhere)}`
  const lines = [
    ...(pages > 1 ? [elsewhere > 0 ? `**${position}**` : `-# ${position}`] : []),
    ...(Number.isFinite(oldest) ? [checkedLine(oldest, texts)] : []),
  ]
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** Outside of tables a name or a friend code alone on a line is looked up, so one that was not stands in a table. */
function titleOfNotUnderstood({ lines }: Lines, room: number, { batch }: Texts): string {
  const title = batch.notUnderstoodTitle
  const withReason = `${title}\n-# ${batch.namesInTable}`
  // The lines themselves matter more than the reason.
  const hasRoom = room >= withReason.length + 2 * LINE_CHARACTERS
  return hasRoom && lines.some((line) => readAccountInput(line)?.kind === 'vanity') ? withReason : title
}

/** Something of the list as it was given, a line each; nothing when there is none. */
function formatInputLines(title: string, { count, lines }: Lines, room: number, texts: Texts): string[] {
  if (count === 0 || room < title.length + LINE_CHARACTERS) return []
  const shown = lines.slice(0, MAX_REMARKS)
  const literal = shown.map((line) => `-# ${escapeMarkdown(line, LINE_CHARACTERS) || '?'}`)
  const leftOut = (more: number) => `-# ${texts.common.leftOut(more + count - shown.length)}`
  // A hundred lines never fit, so those that are not even looked at are counted where the list is cut.
  return [`${title}\n${fitLines(literal, room - title.length - 1, leftOut)}`]
}

function tableFile({ checked, notUnderstood }: Batch, texts: Texts): ViewFile {
  const { csv } = texts
  const noBans = banColumns.header(texts).map(() => '')
  return csvFile(
    TABLE_FILE,
    [csv.input, csv.steamId, csv.name, csv.result, ...banColumns.header(texts), csv.profile],
    [
      ...checked.map((entry) => {
        const { input, bans } = entry
        const cells = bans ? banColumns.cells(bans, texts) : noBans
        if (isFound(entry)) {
          const name = plainDisplayName(entry.name, texts)
          return [
            input,
            entry.steamId,
            name,
            csv.results[toneOfRecord(entry.bans, entry)],
            ...cells,
            toProfileUrl(entry.steamId),
          ]
        }
        return [input, isSteamId(input) ? input : '', '', resultOf(entry, texts), ...cells, linkOf(input)]
      }),
      ...notUnderstood.lines.map((line) => [line, '', '', csv.results.malformed, ...noBans, '']),
    ],
  )
}

function resultOf(entry: FailedEntry, { csv }: Texts): string {
  if (entry.bans) return csv.results.noProfile
  return isUnavailable(entry) ? csv.results.unavailable : csv.results.notFound
}

/** The profile page of an entry that led to no account: words in a table are not read as custom names, links are. */
function linkOf(input: string): string {
  const account = parseAccount(input)
  if (!account) return ''
  return account.kind === 'steamId' ? toProfileUrl(account.steamId) : `https://steamcommunity.com/id/${account.name}`
}

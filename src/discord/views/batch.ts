import { hyperlink, inlineCode } from 'discord.js'
import { isSteamId, toProfileUrl } from '../../model/steam-id.ts'
import type { BatchOutcome } from '../../service/batch.ts'
import { csvFile } from '../csv.ts'
import { toCustomId } from '../custom-id.ts'
import { toLiteral, toVisible } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button, container, fileLink, fitLines, ICONS, row, text } from '../view.ts'
import type { Tone, View, ViewFile } from '../view.ts'
import { banColumns, byStanding, standingOf, tellBans, toneOfRecord } from './bans.ts'
import { checkedLine, nameOf, plainNameOf, postButton } from './parts.ts'

/** Room for the list of accounts, of the 4,000 characters a message may have. */
const LIST_CHARACTERS = 2_700
const REMARKS_CHARACTERS = 350
const MAX_REMARKS = 100
/** Lines that were not understood, of which the table tells. */
const MAX_LINES_IN_TABLE = 1_000
const LINE_CHARACTERS = 64

/** The file that holds what Next goes on with: the message itself remembers it, so any process can go on. */
export const WAITING_FILE = 'not-checked-yet.txt'

/** The file of everything that was checked; Next adds to it. */
export const TABLE_FILE = 'accounts.csv'

/** What came of a list of accounts. */
export interface BatchReport {
  outcomes: BatchOutcome[]
  /** Accounts that are still to be checked, those that Steam said nothing of included. */
  waiting: string[]
  /** What named an account that had been named before. */
  repeated: string[]
  /** Lines in which nobody was found. */
  notUnderstood: string[]
  /** Accounts that the list named; undefined when it goes on from the message before. */
  understood?: number
  /** The table of what was checked before. */
  tableBefore?: string
}

type Found = Extract<BatchOutcome, { entry: unknown }>
type Failed = Extract<BatchOutcome, { failure: unknown }>

/** Many accounts, banned first and the newest ban before the others; all of them in a file. */
export function batchView(report: BatchReport, nextCount: number, texts: Texts): View {
  const { outcomes, waiting, repeated, notUnderstood, tableBefore } = report
  const found = outcomes.filter((outcome): outcome is Found => 'entry' in outcome)
  const failed = outcomes.filter((outcome): outcome is Failed => 'failure' in outcome)
  const table = tableFile(report, texts)
  const tone = toneOf(found, failed)
  const files = [table, ...(waiting.length > 0 ? [waitingFile(waiting)] : [])]
  const oldest = Math.min(...found.map(({ fetchedAt }) => fetchedAt))
  return {
    components: [
      container(tone, [
        text(
          [`## ${ICONS[tone]} ${texts.batch.title(outcomes.length)}`, ...summarize(report, found, failed, texts)].join(
            '\n',
          ),
        ),
        text(fitLines(tellAll(found, failed, texts), LIST_CHARACTERS, texts.common.leftOut)),
        ...listOf(texts.batch.repeatedTitle, repeated, texts),
        ...listOf(texts.batch.notUnderstoodTitle, notUnderstood, texts),
        ...(found.length > 0 ? [text(checkedLine(oldest, texts))] : []),
        ...files.map(fileLink),
      ]),
      // Outside of what is posted, which has no file.
      ...(tableBefore === undefined ? [] : [text(`-# ${texts.batch.allInFile}`)]),
      row([
        ...(waiting.length > 0
          ? [button(texts.buttons.nextBatch(nextCount), toCustomId('batch'), { emoji: '➡️' })]
          : []),
        postButton(texts),
      ]),
    ],
    files,
  }
}

/** Whether nothing is known of an account because of Steam, so that asking again may bring it. */
export function isUnavailable({ failure }: Failed): boolean {
  return failure.code !== 'account_not_found' && failure.code !== 'malformed_account'
}

function toneOf(found: Found[], failed: Failed[]): Tone {
  const isAny = (tone: Tone) => found.some(({ entry }) => toneOfRecord(entry.bans, entry.profile) === tone)
  if (isAny('banned')) return 'banned'
  if (failed.length > 0) return 'incomplete'
  if (isAny('restricted')) return 'restricted'
  return isAny('private') ? 'private' : 'clean'
}

function summarize(report: BatchReport, found: Found[], failed: Failed[], texts: Texts): string[] {
  const { waiting } = report
  const banned = found.filter(({ entry }) => standingOf(entry.bans) === 'banned').length
  const restricted = found.filter(({ entry }) => standingOf(entry.bans) === 'restricted').length
  const unavailable = failed.filter(isUnavailable).length
  return [
    ...(found.length > 0 ? [`**${texts.batch.bannedCount(banned, found.length)}**`] : []),
    ...(restricted > 0 ? [texts.batch.restrictedCount(restricted)] : []),
    ...(unavailable > 0 ? [`${ICONS.incomplete} ${texts.batch.uncheckedCount(unavailable)}`] : []),
    ...tellOurTrouble(failed, texts),
    ...(waiting.length > 0 ? [texts.batch.waiting(waiting.length)] : []),
    ...(report.understood === undefined ? [] : [`-# ${tellReading(report, report.understood, texts)}`]),
  ]
}

function tellReading({ repeated, notUnderstood }: BatchReport, understood: number, texts: Texts): string {
  return [
    texts.batch.understood(understood),
    ...(repeated.length > 0 ? [texts.batch.repeated(repeated.length)] : []),
    ...(notUnderstood.length > 0 ? [texts.batch.notUnderstood(notUnderstood.length)] : []),
  ].join(' · ')
}

/** Why nothing is known, where waiting will not help. */
function tellOurTrouble(failed: Failed[], texts: Texts): string[] {
  const trouble = (['not_configured', 'key_refused'] as const).find((code) =>
    failed.some(({ failure }) => failure.code === code),
  )
  return trouble ? [texts.errors[trouble].text({ subject: '', when: '', detail: '', requestId: '' })] : []
}

/** Banned, then those nothing is known of, then the others: what somebody has to look at comes first. */
function tellAll(found: Found[], failed: Failed[], texts: Texts): string[] {
  const sorted = found.toSorted((a, b) => byStanding(a.entry.bans, b.entry.bans))
  const isBanned = ({ entry }: Found) => standingOf(entry.bans) === 'banned'
  const tellFound = ({ entry }: Found) => {
    const tone = toneOfRecord(entry.bans, entry.profile)
    const remark = tone === 'private' ? `, ${texts.common.profile} ${texts.common.private}` : ''
    const name = hyperlink(nameOf(entry.profile.personaname, texts), toProfileUrl(entry.steamId))
    return `${ICONS[tone]} ${name} ${inlineCode(entry.steamId)} · ${tellBans(entry.bans, texts)}${remark}`
  }
  const tellFailed = (outcome: Failed) =>
    `${ICONS.incomplete} ${isSteamId(outcome.input) ? inlineCode(outcome.input) : toLiteral(outcome.input, LINE_CHARACTERS)} · ${isUnavailable(outcome) ? texts.batch.unavailable : texts.batch.notFound}`
  return [
    ...sorted.filter(isBanned).map(tellFound),
    ...failed.map(tellFailed),
    ...sorted.filter((outcome) => !isBanned(outcome)).map(tellFound),
  ]
}

/** Something of the text as it was given, a line each; nothing when there is none. */
function listOf(title: string, lines: string[], texts: Texts) {
  if (lines.length === 0) return []
  // No more are looked at than there can be room for: a file may hold hundreds of thousands.
  const literal = lines.slice(0, MAX_REMARKS).map((line) => `-# ${toLiteral(line, LINE_CHARACTERS) || '?'}`)
  return [
    text(
      `${title}\n${fitLines(literal, REMARKS_CHARACTERS, (count) => `-# ${texts.common.leftOut(count + Math.max(0, lines.length - MAX_REMARKS))}`)}`,
    ),
  ]
}

function waitingFile(waiting: string[]): ViewFile {
  return { name: WAITING_FILE, data: Buffer.from(waiting.join('\n')) }
}

function tableFile({ outcomes, notUnderstood, tableBefore }: BatchReport, texts: Texts): ViewFile {
  const { csv } = texts
  return csvFile(
    TABLE_FILE,
    [csv.input, csv.steamId, csv.name, csv.result, ...banColumns.header(texts), csv.profile],
    [
      ...outcomes.map((outcome) => {
        if ('failure' in outcome) {
          const result = isUnavailable(outcome) ? csv.results.unavailable : csv.results.notFound
          return [outcome.input, '', '', result, '', '', '', '', '', '']
        }
        const { input, steamId, profile, bans } = outcome.entry
        return [
          input,
          steamId,
          plainNameOf(profile.personaname, texts),
          csv.results[toneOfRecord(bans, profile)],
          ...banColumns.cells(bans, texts),
          toProfileUrl(steamId),
        ]
      }),
      ...notUnderstood
        .slice(0, MAX_LINES_IN_TABLE)
        .map((line) => [toVisible(line, LINE_CHARACTERS), '', '', csv.results.malformed, '', '', '', '', '', '']),
    ],
    tableBefore && withoutRows(tableBefore, new Set(outcomes.map(({ input }) => input))),
  )
}

/** A table without the rows of accounts that have been checked anew. */
function withoutRows(table: string, inputs: Set<string>): string {
  return table
    .split('\n')
    .filter((line) => !inputs.has(line.slice(0, line.indexOf(','))))
    .join('\n')
}

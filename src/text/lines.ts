import { isSteamId } from '../model/steam-id.ts'
import { type ConsoleFormat, findConsoleLine, isHeadline, MAYBE_STEAM_ID, readConsoleLine } from './console-lines.ts'
import { findEndInWords, readEnd } from './ends.ts'
import type { Entry, Rest, Role, TextPlace } from './entry.ts'
import { findIds, normalizeText } from './find-ids.ts'
import { isBlank, leadingOf, linesOf, struckOut } from './marks.ts'
import { roleOfGroup, roleOfWords } from './roles.ts'
import { MAYBE_ADDRESS, restReasonOf } from './rest-reason.ts'
import { isColumnTitle, isRowWithoutPlayer, splitRows, type TextRow } from './rows.ts'

/** An account that is named as the one who banned, as a member of JSON or in words. */
const BANNED_BY =
  /"(?=\w*(?:by"|admin|moderator|owner|author))\w+"\s*:\s*(?:"[^"]*"|\d+)|(?<!\p{L})(?:by|von|durch|por|par|przez|od|администратор(?:ом)?|кем)[\s:]{1,3}\S{0,60}\d{5}\S*|(?<!\p{L})(?:admin|moderator)[\s:]{1,3}(?:\S{1,32}\s)?\S{0,3}\d{17}\S*/giu
const COMMENT = /^(?:#(?! ?\d+ +(?:\d+ +)?")|\/\/|;)/
/** The header of a table, whose rows Discord has put on its line. */
const HEADER_WITH_ROWS = /^\W*(?:player|user)?[ _-]?(?:steam)?[ _-]?(?:id(?:64)?|name)\s*[,;|\t]/i
const JOINED_COMMENT = /^[#/;\s]*[^#/;\s].*\sbanid\s/i
/** What the Source engine writes into its list: the minutes of a ban, of which 0 are for good, before the account. */
const SOURCE_BAN = /^(?:sm_)?(?:ban|banid|addban)\s+(\d{1,7})\s+(?=STEAM_|\[U:1:)/i
/** What programs write around accounts; a text with it is no note. */
const PROGRAM_OUTPUT = /["[\]{}]/
const MAX_HEADING_CHARACTERS = 80

/** A longer line is read in parts. A part of JSON ends at the end of an object, so that no string is split. */
const PART = /[^]{5000}(?:[^}]{0,1000}\}|[^\s,;}]{0,100})|[^]+/g

/** The format of the first line of the game in a text. */
export function findConsoleFormat(text: string): ConsoleFormat | undefined {
  for (const { text: line } of linesOf(text)) {
    const found = findConsoleLine(line.slice(leadingOf(line).length))
    if (found !== null) return found.format
  }
  return undefined
}

/** Reads any text line by line: lines of the game, logs, lists and sentences. Durations count from `now`, in Unix seconds. */
export function* readLines(text: string, now: number): Iterable<Entry | Rest> {
  /** What the last heading says of the lines after it. */
  let group: Role | undefined
  for (const { line, text: written } of linesOf(text)) {
    const place = { line, text: written.trim() }
    const content = written.slice(leadingOf(written).length).trim()
    if (isSteamId(content)) {
      yield toEntry(place, content, struckOut(written).length > 0 ? 'lifted' : (group ?? 'ban'))
      continue
    }
    if (isBlank(written) || isHeadline(content)) continue
    const heading = headingOf(content)
    if (heading !== undefined) {
      group = heading
      continue
    }
    const found = findConsoleLine(content)
    if (found !== null) yield* readConsoleLine(found.content, found.format, place, now)
    else for (const [part] of written.matchAll(PART)) yield* readPart({ line, text: part.trim() }, group, now)
  }
}

/** The role that a heading gives to the accounts after it, such as "Unbanned:"; undefined for another line. */
function headingOf(content: string): Role | undefined {
  const isShort = content.length <= MAX_HEADING_CHARACTERS && !MAYBE_STEAM_ID.test(content)
  return isShort && /[:：]\s*$|^#|^[^\s]+$/.test(content) ? roleOfGroup(content) : undefined
}

const toEntry = (place: TextPlace, steamId: string, role: Role): Entry => ({
  ...place,
  steamId,
  role,
  name: '',
  reason: '',
  note: '',
  end: { until: null },
  ignored: '',
})

function* readPart(place: TextPlace, group: Role | undefined, now: number): Iterable<Entry | Rest> {
  const content = place.text.slice(leadingOf(place.text).length)
  if (COMMENT.test(content)) return yield* readComment(place, content)
  if (HEADER_WITH_ROWS.test(content) && MAYBE_STEAM_ID.test(content)) return yield { ...place, why: 'damaged' }
  const rows = [...splitRows(normalizeText(content.replaceAll(BANNED_BY, ' ')))]
  /** A row without an account, such as a command, which may belong to the next one. */
  let before = ''
  for (const [index, row] of rows.entries()) {
    const steamIds = [...new Set(row.ids.accounts)].filter(isSteamId)
    const text = rows.length === 1 ? place.text : `${before} ${row.text}`.trim()
    before = steamIds.length === 0 && index < rows.length - 1 ? text : ''
    if (steamIds.length > 0)
      yield* toEntries({ ...place, text }, row, steamIds, { struck: struckOut(place.text), group, now })
    else if (before === '' && !isRowWithoutPlayer(row) && !isColumnTitle(row.text))
      yield { ...place, text, why: restReasonOf(text) }
  }
}

/** A line that is commented out says that its ban is over; one with several accounts may be several lines that were joined. */
function* readComment(place: TextPlace, content: string): Iterable<Entry | Rest> {
  const accounts = findIds(normalizeText(content)).accounts.filter(isSteamId)
  const [account = ''] = accounts
  if (accounts.length > 1 || JOINED_COMMENT.test(content)) yield { ...place, why: 'damaged' }
  else if (accounts.length === 1) yield toEntry(place, account, 'lifted')
}

interface LineContext {
  struck: readonly string[]
  group: Role | undefined
  now: number
}

function* toEntries(
  place: TextPlace,
  row: TextRow,
  steamIds: string[],
  { struck, group, now }: LineContext,
): Iterable<Entry | Rest> {
  const others = findIds(normalizeText(place.text.replaceAll(BANNED_BY, ' ')))
  const words = others.rest
  const [, minutes] = SOURCE_BAN.exec(row.text) ?? []
  const end = minutes === undefined ? findEndInWords(words, now) : readEnd(Number(minutes), now, null, 60)
  const isServerOutput = row.layout === 'table' && PROGRAM_OUTPUT.test(words)
  const stated = roleOfWords(words) ?? (isServerOutput ? 'unclear' : (group ?? 'ban'))
  // Words after the first of several accounts may be about one of them.
  const isOfAll = steamIds.length === 1 || stated === 'ban' || roleOfWords(words.split(',', 1)[0] ?? '') === stated
  const role = isOfAll ? stated : 'unclear'
  const note = steamIds.length === 1 ? noteOf(row) : ''
  const struckIds = struck.flatMap((part) => findIds(part).accounts)
  for (const steamId of steamIds) {
    const ownRole = struckIds.includes(steamId) ? 'lifted' : role
    const ignored = note === '' ? words : ''
    yield { ...toEntry(place, steamId, ownRole), note, end: end ?? { until: null }, ignored }
  }
  const second = [...new Set(others.accounts)].filter((account) => !row.ids.accounts.includes(account))
  for (const text of second) yield { ...place, text, why: 'second_account' }
}

/** What a line says after its account; empty for output of programs. */
function noteOf({ ids }: TextRow): string {
  // The text has a comma in place of the account.
  if (!ids.rest.startsWith(',') || PROGRAM_OUTPUT.test(ids.rest) || MAYBE_ADDRESS.test(ids.rest)) return ''
  return ids.rest.replace(/^[\s,;:|=–—-]+/, '')
}

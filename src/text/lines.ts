import { isSteamId } from '../model/steam-id.ts'
import { type ConsoleFormat, findConsoleLine, isHeadline, MAYBE_STEAM_ID, readConsoleLine } from './console-lines.ts'
import { fold, readDate } from './dates.ts'
import { type End, findEndInWords, readEnd } from './ends.ts'
import {
  atLine,
  bareEntry,
  type Entry,
  MAYBE_ADDRESS,
  type Rest,
  restReasonOf,
  type Role,
  type TextPlace,
} from './entry.ts'
import { mayBeEnd, placesOf } from './field-names.ts'
import { findIds, normalizeText, trimEndWhile } from './find-ids.ts'
import { readJson } from './json.ts'
import { isBlank, leadingOf, linesOf, struckOut, withoutLeading } from './marks.ts'
import { roleOfGroup, roleOfWords, saysBanned } from './roles.ts'
import { isColumnTitle, isRowWithoutPlayer, splitRows, type TextRow } from './rows.ts'

/** An account that is named as the one who banned, as a member of JSON or in words. */
const BANNED_BY =
  /"(?=\w*(?:by"|admin|moderator|owner|author))\w+"\s*:\s*(?:"[^"]*"|\d+)|(?<!\p{L})(?:by|von|durch|por|par|przez|od|администратор(?:ом)?|кем)[\s:]{1,3}(?:[^\s\d]{1,32}\s)?\S{0,60}\d{5}\S*|(?<!\p{L})(?:admin|moderator)[\s:]{1,3}(?:\S{1,32}\s)?\S{0,3}\d{17}\S*/giu
const COMMENT = /^(?:#(?!\d| \d+ +(?:\d+ +)?")|\/\/|;|<!--|\/\*|REM\s)/
/** The header of a table, whose rows Discord has put on its line. */
const HEADER_WITH_ROWS = /^\W*(?:player|user)?[ _-]?(?:steam)?[ _-]?(?:id(?:64)?|name)\s*[,;|\t]/i
const JOINED_COMMENT = /^[#/;\s]*[^#/;\s].*\sbanid\s/i
/** What the Source engine writes into its list: the minutes of a ban, of which 0 are for good, before the account. */
const SOURCE_BAN = /^(?:sm_)?(?:ban|banid|addban)\s+(\d{1,7})\s+(?=STEAM_|\[U:1:)/i
/** What programs write around accounts; a text with it is no note. */
const PROGRAM_OUTPUT = /["[\]{}]/
/** An object in JSON that stands on a line of its own, such as in a log. */
const JSON_OBJECT = /^\{\s*"[^"]{1,80}"\s*:.{1,5000}\},?$/
const MAX_HEADING_CHARACTERS = 80
const MAX_NAME_CHARACTERS = 32
/** What stands before an account and a colon or an equals sign. */
const LABEL = /^([^\d:：=\n]{1,40})[:：=]/
/** What looks like an account. */
const MAYBE_ACCOUNT = /\d{15}|STEAM_\d|U:1:|https?:|steamcommunity/i
/** The number after the account of a command that bans, which may be its minutes. */
const NUMBER_OF_BAN = /^[./!\s]{0,5}\w{0,12}ban\w{0,12}[\s#"']{0,5},[\s"']{0,5}(\d{1,7})(?=["'\s]|$)/i
const MAX_COMMAND_CHARACTERS = 500
const HEADING_END = /[:：]\s*$/
/** A time in Unix seconds or milliseconds. */
const EPOCH = /(?<![\d.])(?:1[4-9]|2\d)\d{8}(?:\d{3})?(?![\d.])/
/** A command inside of another one, whose quotes are escaped. */
const INNER_COMMAND = /[\s"'`](?=banid\s)/i
const MARKS = /["'<>*_`]/g
const FIELD_SEPARATOR = /[:：=]|\s\s/
const MAX_TITLE_CHARACTERS = 41
const MAX_FIELD_CHARACTERS = 300
const DATE = /(?<!\d)(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?!\d)/
/** What separates cells in output of programs. */
const CELLS = /^,\s?[=:-]\s?\d{1,4}[-/.]\d|[,;\t] ?\d{1,4}[-/.]\d|["'<>[\]{}()|]|\S\s{2,20}\S|->|=>/
const OF_STAFF = /(?<![a-z])(?:admins?|moderators?|owners?|staff|whitelist|reserved)(?![a-z])/i
/** The end of a ban right after its account, as Squad writes it. */
const EPOCH_AFTER_ID = /^,\s?:\s?(\d{1,10})(?=\s|$)/
/** An account in marks of Markdown or of a placeholder. */
const MARKED_ID = /^((?:global\.)?banid\s{1,9})[`*<"]{1,3}(\d{17})[`*>"]{1,3}(?!\S)/i

/** A longer line is read in parts. A part of JSON ends at the end of an object, so that no string is split. */
const PART = /[^]{5000}(?:[^}]{0,1000}\}|[^\s,;}]{0,100})|[^]+/g

/** The format of the first line of the game in a text. */
export function findConsoleFormat(text: string): ConsoleFormat | undefined {
  for (const { text: line } of linesOf(text)) {
    const found = findConsoleLine(withoutLeading(line))
    if (found !== null) return found.format
  }
  return undefined
}

/** What the lines before say of a line. */
interface LineContext {
  /** The role of the accounts after a heading, such as "Unbanned:". */
  group: Role | undefined
  /** What may be the end of all bans of the paragraph. */
  end: string | undefined
  now: number
  /** The entries that state no end themselves. */
  endless: WeakSet<Entry>
}

/** Reads any text line by line: lines of the game, logs, lists and sentences. Durations count from `now`, in Unix seconds. */
export function* readLines(text: string, now: number): Iterable<Entry | Rest> {
  const context: LineContext = { group: undefined, end: undefined, now, endless: new WeakSet() }
  let paragraph = new Paragraph(context)
  let isAfterBlank = false
  for (const { line, text: written } of linesOf(text)) {
    if (isBlank(written)) {
      isAfterBlank = true
      continue
    }
    const place = { line, text: written.trim() }
    const items = [...readLine(place, context)]
    const isOfEntries = items.some((item) => 'role' in item && item.role !== 'staff')
    if (isOfEntries && isAfterBlank) {
      yield* paragraph.items
      paragraph = new Paragraph(context)
    }
    paragraph.add(place, items)
    if (isOfEntries) isAfterBlank = false
  }
  yield* paragraph.items
}

/** Lines without a blank one between their accounts, one of which may state the end of all. */
class Paragraph {
  readonly items: (Entry | Rest)[] = []
  /** The places of entries whose end a later line may state. */
  private endless: number[] = []
  private readonly context: LineContext

  constructor(context: LineContext) {
    this.context = context
  }

  add({ text }: TextPlace, items: readonly (Entry | Rest)[]): void {
    const isHeading = HEADING_END.test(text)
    const isEnd = !items.some(isOfAccount) && statesEnd(text, this.context.now)
    const isOfEntries = isEnd && !isHeading && this.endless.length > 0
    if (isHeading || (isEnd && !isOfEntries)) this.context.end = isEnd ? text : undefined
    if (isOfEntries) this.end(text)
    else for (const item of items) this.push(item)
  }

  private push(item: Entry | Rest): void {
    this.items.push(item)
    const { end, endless } = this.context
    if ('role' in item && end === undefined && endless.has(item)) this.endless.push(this.items.length - 1)
  }

  private end(unread: string): void {
    for (const index of this.endless) {
      const entry = this.items[index]
      if (entry !== undefined && 'role' in entry) this.items[index] = { ...entry, end: { unread } }
    }
    this.endless = []
  }
}

const isOfAccount = (item: Entry | Rest): boolean =>
  'role' in item || item.why !== 'no_account' || MAYBE_ACCOUNT.test(item.text)

/** What may be the name and the value of a field, such as `Duration: 7 days`, `"unban" "1704801600"` or `<expires>2024-01-08`. */
function fieldOf(line: string): { title: string; value: string } {
  const plain = line.slice(0, MAX_FIELD_CHARACTERS).replaceAll(MARKS, '  ').trim()
  const end = plain.search(FIELD_SEPARATOR)
  if (end === -1 || end > MAX_TITLE_CHARACTERS) return { title: '', value: '' }
  return { title: plain.slice(0, end), value: plain.slice(end + 1).trim() }
}

/** Whether a line without an account says when bans end. */
function statesEnd(line: string, now: number): boolean {
  const { title, value } = fieldOf(withoutLeading(line))
  if (!/\d/.test(line) && roleOfGroup(line) === 'lifted') return false
  const end = findEndInWords(line, now)
  if (end !== undefined && 'until' in end && end.until === null) return false
  const isTitle = line.length <= MAX_NAME_CHARACTERS && mayBeEnd(line)
  return end !== undefined || isTitle || (value.trim() !== '' && mayBeEnd(title))
}

function* readLine(place: TextPlace, context: LineContext): Iterable<Entry | Rest> {
  const content = withoutLeading(place.text).trim()
  if (isSteamId(content)) {
    yield endlessEntry(
      place,
      content,
      struckOut(place.text).has(content) ? 'lifted' : (context.group ?? 'ban'),
      context,
    )
    return
  }
  if (isHeadline(content)) return
  const heading = headingOf(content)
  if (heading !== undefined) {
    context.group = heading
    return
  }
  if (JSON_OBJECT.test(place.text)) {
    yield* atLine(
      place.line,
      readJson(place.text, context.now, (inside) => readLines(inside, context.now), context.group),
    )
    return
  }
  const author = authorOf(content)
  if (author !== undefined) {
    yield bareEntry(place, author, 'staff')
    return
  }
  const found = findConsoleLine(content.replace(MARKED_ID, '$1$2')) ?? findInnerCommand(content)
  const { now } = context
  if (found !== null) yield* readConsoleLine(found.content, found.format, place, timeOf(leadingOf(place.text)) ?? now)
  else for (const [part] of place.text.matchAll(PART)) yield* readPart({ ...place, text: part.trim() }, context)
}

/** A ban in the argument of another command, such as one of a program for RCON. */
function findInnerCommand(line: string) {
  if (line.length > MAX_COMMAND_CHARACTERS || !line.includes(String.raw`\"`)) return null
  const start = line.search(INNER_COMMAND)
  return start === -1
    ? null
    : findConsoleLine(
        line
          .slice(start + 1)
          .replaceAll(String.raw`\"`, '"')
          .replace(/"$/, ''),
      )
}

/** The only account of a line that says who banned. */
function authorOf(line: string): string | undefined {
  const { title } = fieldOf(line)
  const accounts = placesOf([title]).author === undefined ? [] : findIds(normalizeText(line)).accounts
  return accounts.length === 1 && isSteamId(accounts[0] ?? '') ? accounts[0] : undefined
}

/** The role that a heading gives to the accounts after it, such as "Unbanned:"; undefined for another line. */
function headingOf(content: string): Role | undefined {
  const isHeading = HEADING_END.test(content) || /^\P{N}+$/u.test(content)
  if (!isHeading || content.length > MAX_HEADING_CHARACTERS || MAYBE_ACCOUNT.test(content)) return undefined
  if (COMMENT.test(content)) return OF_STAFF.test(content) ? 'staff' : roleOfGroup(content)
  const role = roleOfGroup(content)
  // What is not known to be a list of bans is asked about.
  return role ?? (HEADING_END.test(content) ? (roleOfWords(content) ?? 'unclear') : undefined)
}

/** An entry that states no end, which is the one of its paragraph. */
function endlessEntry(place: TextPlace, steamId: string, role: Role, { end, endless }: LineContext): Entry {
  const entry = { ...bareEntry(place, steamId, role), ...(end === undefined ? {} : { end: { unread: end } }) }
  endless.add(entry)
  return entry
}

function* readPart(place: TextPlace, context: LineContext): Iterable<Entry | Rest> {
  const content = withoutLeading(place.text)
  if (COMMENT.test(content)) yield* readComment(place, content)
  else if (HEADER_WITH_ROWS.test(content) && MAYBE_STEAM_ID.test(content)) yield { ...place, why: 'damaged' }
  else {
    const isOfStaff = roleOfWords(findIds(normalizeText(content)).rest) === 'staff'
    const rows = [...splitRows(normalizeText(isOfStaff ? content : content.replaceAll(BANNED_BY, ' ')))]
    yield* readRows(place, rows, context)
  }
}

function* readRows(place: TextPlace, rows: readonly TextRow[], context: LineContext): Iterable<Entry | Rest> {
  /** A row without an account, such as a command, which may belong to the next one. */
  let before = ''
  for (const [index, row] of rows.entries()) {
    const steamIds = [...new Set(row.ids.accounts)].filter(isSteamId)
    const text = rows.length === 1 ? place.text : `${before} ${row.text}`.trim()
    before = steamIds.length === 0 && index < rows.length - 1 ? text : ''
    if (steamIds.length > 0) yield* toEntries({ ...place, text }, row, steamIds, context)
    else if (before === '' && !isRowWithoutPlayer(row) && !isColumnTitle(row.text))
      yield { ...place, text, why: restReasonOf(text) }
  }
}

/** A line that is commented out says that its ban is over; one with several accounts may be several lines that were joined. */
function* readComment(place: TextPlace, content: string): Iterable<Entry | Rest> {
  const accounts = findIds(normalizeText(content)).accounts.filter(isSteamId)
  const [account = ''] = accounts
  if (accounts.length > 1 || JOINED_COMMENT.test(content)) yield { ...place, why: 'damaged' }
  else if (accounts.length === 1) yield bareEntry(place, account, 'lifted')
}

function* toEntries(place: TextPlace, row: TextRow, steamIds: string[], context: LineContext): Iterable<Entry | Rest> {
  const all = findIds(normalizeText(place.text))
  const isOfBan = saysBanned(all.rest)
  // The one who banned is no account of a list of bans.
  const others = isOfBan ? findIds(normalizeText(place.text.replaceAll(BANNED_BY, ' '))) : all
  const words = others.rest
  const [, label = ''] = LABEL.exec(withoutLeading(place.text)) ?? []
  // The one who banned says nothing of the other account.
  const ofTitle = placesOf([label]).author === undefined ? roleOfGroup(label) : undefined
  const ofLine =
    ofTitle === undefined || ofTitle === 'ban' ? roleOfLine(words, row, steamIds.length, context.group) : ofTitle
  const role = steamIds.length > 1 && hasSeveralLabels(words) ? 'unclear' : ofLine
  const end = endOfAccounts(steamIds.length, words, endOfLine(words, row.text, leadingOf(place.text), context.now))
  const { name, note } = steamIds.length === 1 ? namesOf(row) : NO_NAMES
  const struck = struckOut(place.text)
  for (const steamId of steamIds) {
    const ownRole = struck.has(steamId) ? 'lifted' : role
    const entry = endlessEntry(place, steamId, ownRole, context)
    Object.assign(entry, { name, note, ignored: note === '' ? words : '' })
    yield end === undefined ? entry : { ...entry, end }
  }
  const second = [...new Set(others.accounts)].filter((account) => !row.ids.accounts.includes(account))
  for (const text of second) yield { ...place, text, why: 'second_account' }
}

/** Whether different labels stand before the accounts of a line, such as in "Unbanned: A Banned: B". */
function hasSeveralLabels(words: string): boolean {
  const before = words
    .split(',')
    .slice(0, -1)
    .map((part) => part.trimEnd())
  const labels = before
    .filter((part) => /[:：=]$/.test(part))
    .map((part) =>
      part
        .slice(0, -1)
        .split(/[^\p{L} ]/u)
        .at(-1),
    )
  return new Set(labels.map((label = '') => fold(label.trim()))).size > 1
}

function roleOfLine(words: string, row: TextRow, accounts: number, group: Role | undefined): Role {
  const isServerOutput = row.layout === 'table' && PROGRAM_OUTPUT.test(words)
  const role = roleOfWords(words) ?? (isServerOutput ? 'unclear' : (group ?? 'ban'))
  if (accounts === 1) return role
  // Words after the first of several accounts may be about one of them, and "A banned B" is about the second.
  const [before = ''] = words.split(',', 1)
  const between = words.slice(before.length, words.lastIndexOf(','))
  if (role === 'ban') return saysBanned(between) && !saysBanned(before) ? 'unclear' : 'ban'
  return roleOfWords(before) === role ? role : 'unclear'
}

/** The end of a line with several accounts is not read if words stand between them, because it may be the one of another account. */
function endOfAccounts(accounts: number, words: string, end: End | undefined): End | undefined {
  const [, ...others] = words.split(',')
  const between = others.slice(0, accounts - 1).join(' ')
  return accounts === 1 || end === undefined || !/[\p{L}\p{N}]/u.test(between) ? end : { unread: words }
}

/** The end that a line states; undefined if it states none. */
function endOfLine(words: string, text: string, leading: string, now: number): End | undefined {
  const [, minutes] = SOURCE_BAN.exec(text) ?? []
  if (minutes !== undefined) return readEnd(Number(minutes), now, null, 60)
  const [, seconds] = EPOCH_AFTER_ID.exec(words) ?? []
  if (seconds !== undefined) return readEnd(Number(seconds), now)
  const [, number] = NUMBER_OF_BAN.exec(words) ?? []
  if (number !== undefined) return { unread: number }
  const end = findEndInLog(words, leading, now)
  const [date] = end === undefined ? (EPOCH.exec(words) ?? (CELLS.test(words) ? DATE.exec(words) : null) ?? []) : []
  return date === undefined ? end : { unread: date }
}

const NO_NAMES = { name: '', note: '' }

/** The end in words, whose duration counts from the time of a line in a log. */
function findEndInLog(words: string, leading: string, now: number): End | undefined {
  const end = findEndInWords(words, now)
  if (end === undefined || 'unread' in end || end.until === null || !DATE.test(leading + words)) return end
  const later = findEndInWords(words, now + 1)
  const isDuration = later !== undefined && 'until' in later && later.until !== end.until
  if (!isDuration) return end
  const start = timeOf(leading)
  return start === undefined ? { unread: end.written ?? words } : findEndInWords(words, start)
}

/** The time of a line in a log, in Unix seconds. */
function timeOf(leading: string): number | undefined {
  const date = leading.replaceAll(/[[\](){}|,>]/g, ' ').trim()
  return DATE.test(date) ? readDate(trimEndWhile(date, /[\s:–—-]/))?.seconds : undefined
}

/** What a line says before and after its only account: a name and a note. Output of programs has none. */
function namesOf({ ids, text }: TextRow): { name: string; note: string } {
  // The text has a comma in place of the account.
  const [before = '', after = '', ...more] = ids.rest.split(',')
  if (PROGRAM_OUTPUT.test(ids.rest) || MAYBE_ADDRESS.test(ids.rest)) return NO_NAMES
  if (before.trim() === '') return { name: '', note: ids.rest.slice(1 + before.length).replace(/^[\s,;:|=()–—-]+/, '') }
  const name = trimEndWhile(withoutLeading(before), /[\s:(=–—-]/)
  const isName = more.length === 0 && name.length <= MAX_NAME_CHARACTERS && roleOfWords(name) === undefined
  if (!isName || isColumnTitle(name) || SOURCE_BAN.test(text)) return NO_NAMES
  return { name, note: after.replace(/^[\s;:|=()–—-]+/, '') }
}

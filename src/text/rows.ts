import { findIds, type FoundIds, LETTER_OR_DIGIT } from './find-ids.ts'

/** The layout of a text; it decides whether a word without an id can be a vanity name. */
type Layout = 'one line' | 'lines' | 'table'

/** A row of a text, trimmed and not empty. */
export interface TextRow {
  text: string
  layout: Layout
  /** The ids and links of the row. If several parts of the row contain ids, only the ids of the most reliable part count. */
  ids: FoundIds
  /** The text without the id of the account that lends the game, which is no player of the row. */
  withoutLender: string
}

const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]+/
const CODE_FENCE = /^\s*```(?:(?:ansi|csv|json|log|text|txt|yaml)(?=\s|$))?/

// The beginning of the next row in server output without line ends: in a listing, and in a log.
const NEXT_IN_LISTING = /\s(?=\d{17}\s+"|# ?\d+\s+(?:\d+\s+)?")/
const NEXT_IN_LOG = /\s(?=(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}\/\d{17}\/)/
const CONSOLE_HEADER = /^(?:steam|user|member)?id\s+(?:user|display)?name\s/i
const ROW_WITHOUT_PLAYER =
  /^(?:hostname\s*:|map\s*:|version\s*:\s*\d|players\s*:\s*\d+ \(|<slot:|\d+ ?users$|"\w+"\s*:)/i
// A player's row of the Source command `status` starts with `#` as well, but has digits or quotes.
const COMMENT = /^(?:#[^\d"]*$|# ?userid\s|\/\/)/

// The places of the player's id in lines of a Rust server: `status` and `users`, connection log, `name[id]` and join messages.
const SERVER_ID_PATTERNS = [
  /^\d{17}(?=:"|\s+".*"\s+\d+\s+[\d.,:]+s?\s)/,
  /(?<=(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}\/)\d{17}(?=\/)/,
  /(?<=[^\s[(]\[(?:\d{1,20}\/)?)\d{17}(?=(?:\/\d{1,20})?\])|(?<=with steamid )\d{17}(?= joined)/g,
]

// Source servers do not escape quotes in names, so a name ends at the last quote.
const SOURCE_STATUS_ROW = /^# ?\d+\s/
const SOURCE_NAME = /".*"|".*$/

// The account that lends the game: the column `owner` of `status`, after the address; in the log, after the operating system; and in JSON.
const LENDER =
  /(?<=\s(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}\s{1,40})\d{17}(?=\s[^"]*$)|(?<=\sjoined \[\w{1,20}\/)\d{17}(?=\])|"\w{0,20}(?:owner|lender)\w{0,20}"\s*:\s*"?\d{17}"?/gi
// The input of the bot's own tables led to the account of its row.
const LENDER_TITLE = /owner|lender|^(?:input|eingabe)$/

const MAY_HOLD_ID = /\d{17}|:\d|\//
const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)/g
const JSON_TEXT = /"(\w{1,40})"\s*:\s*"(?:[^"\\]|\\.?)*(?:"|$)/g
// A JSON field with a scalar value.
const JSON_FIELD = /"(\w{1,40})"\s*:\s*("(?:[^"\\]|\\.?)*(?:"|$)|[^\s,"[\]{}]+)/g
const EMPTY_ID = /^(?:""|"?0"?|null)$/
const NAME_OR_LENDER = /name|nick|owner/i

const DELIMITER = /[\t;,|]/
const ID_TITLE =
  /^(?:(?:steam|user|player|account|member|profile|custom|community)?(?:id|uid|identifier|url|link)|steam|profile|account)(?:64|32|2|3)?(?:id)?s?$/
// Other JSON ids, such as `id` and `userId`, are mostly database ids.
const STEAM_ID_KEY =
  /^steam(?:(?:user|player|account|profile)?(?:id|uid|identifier|url|link)(?:64|32|2|3)?|(?:64|32|2|3)(?:id)?)$/
const LONE_TITLE = /^\W*(?:(?:steam|user|player|account)[ _-]?)?(?:ids?|id ?64|names?|players|accounts|profiles)\W*$/i
const NAME_TITLE = /^(?:(?:player|user|display|persona|nick|custom|vanity|steam)?(?:name|nick)s?|players?|vanity)$/

/**
 * Splits a text into rows, even if it is server output that has lost its line ends. The ids of a row are found only when the iterable
 * yields the row.
 */
export function splitRows(text: string): Iterable<TextRow> {
  const lines = withoutBlank(text.split(LINE_END).map((line) => line.replace(CODE_FENCE, '')))
  const [line = ''] = lines
  const rows = lines.length === 1 ? withoutBlank(line.split(line.includes('"') ? NEXT_IN_LISTING : NEXT_IN_LOG)) : lines
  if (rows.some((row) => CONSOLE_HEADER.test(row))) return toRows(rows, 'table', candidatesOfConsoleRow)
  const isServerOutput = rows.length > lines.length || rows.some((row) => findServerIds(row).length > 0)
  const layout = isServerOutput ? 'table' : rows.length === 1 ? 'one line' : 'lines'
  return readTable(rows) ?? toRows(rows, layout, candidatesOfRow)
}

/** `candidatesOf` gives the parts of a row that may contain its player's id, the most reliable part first. */
function* toRows(
  rows: string[],
  layout: Layout,
  candidatesOf: (row: string) => string[],
  withoutLender = (row: string) => row.replaceAll(LENDER, ''),
): Iterable<TextRow> {
  for (const text of rows) {
    yield { text, layout, ids: findIdsInFirst(candidatesOf(text)), withoutLender: withoutLender(text) }
  }
}

function findIdsInFirst(parts: string[]): FoundIds {
  for (const part of parts) {
    const found = findIds(part)
    if (found.accounts.length > 0) return found
  }
  return { accounts: [], rest: '' }
}

/** Whether a row without ids has no player: a header, divider or comment of server output, or JSON syntax. */
export function isRowWithoutPlayer({ text, layout }: TextRow): boolean {
  if (findJsonIdFields(text).length > 0) return false
  if (ROW_WITHOUT_PLAYER.test(text) || CONSOLE_HEADER.test(text) || !LETTER_OR_DIGIT.test(text)) return true
  return layout !== 'one line' && COMMENT.test(text)
}

/**
 * The JSON fields in a text whose names say that they hold a Steam id, as written. Fields that are empty, 0 or null are left out.
 * @example
 *   findJsonIdFields('{"steamId": "76561197960287930", "id": 7}') // ['"steamId": "76561197960287930"']
 */
export function findJsonIdFields(text: string): string[] {
  return [...text.matchAll(JSON_FIELD)].flatMap(([field, key = '', value = '']) =>
    STEAM_ID_KEY.test(toTitle(key)) && !EMPTY_ID.test(value) ? [field] : [],
  )
}

/** Whether a word is a column title or the label of an id. */
export function isColumnTitle(word: string): boolean {
  const title = toTitle(word)
  return ID_TITLE.test(title) || NAME_TITLE.test(title) || LONE_TITLE.test(word)
}

function toTitle(cell: string): string {
  return cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function withoutBlank(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

// The parts of a row that may contain the player's id, most reliable first: known places of ids, then the text outside quotes, because a
// display name can look like the id or link of another account. JSON rows can also contain another account, the lender of a shared game.
function candidatesOfRow(row: string): string[] {
  if (!MAY_HOLD_ID.test(row)) return []
  if (SOURCE_STATUS_ROW.test(row)) return [row.replace(SOURCE_NAME, '"quoted"')]
  const serverIds = findServerIds(row).join(' ')
  if (!row.includes('"')) return [serverIds, row]
  const text = row.replaceAll(JSON_TEXT, (member: string, key: string) => (NAME_OR_LENDER.test(key) ? '""' : member))
  return [serverIds, text.replaceAll(QUOTED, hideQuoted), text]
}

// A quote without its counterpart is a part of a name, and must not hide the ids after it.
const hideQuoted = (quoted: string) => (/[^"]"$/.test(quoted) ? '"quoted"' : quoted)

function findServerIds(row: string): string[] {
  return SERVER_ID_PATTERNS.map((pattern) => row.match(pattern)).find((ids) => ids !== null) ?? []
}

function candidatesOfConsoleRow(row: string): string[] {
  return [/^\d{17}(?=\s)/.exec(row)?.[0] ?? '', ...candidatesOfRow(row)]
}

/** Reads a table with column titles; null for any other text. The account of a row is in the id columns, if there are any. */
function readTable([header = '', ...rows]: string[]): Iterable<TextRow> | null {
  const delimiter = DELIMITER.exec(header)?.[0] ?? '\n'
  const titles = splitCells(header, delimiter).map(toTitle)
  const isId = titles.map((title) => ID_TITLE.test(title))
  const isHeader = titles.length > 1 ? isId.includes(true) || NAME_TITLE.test(titles[0] ?? '') : LONE_TITLE.test(header)
  if (rows.length === 0 || !isHeader || findIds(header).accounts.length > 0) return null
  const candidatesOfCells = (row: string) => {
    const cells = splitCells(row, delimiter)
    const others = cells.filter((_, column) => !/name|nick/.test(titles[column] ?? ''))
    return [cells.filter((_, column) => isId[column]).join(' '), ...candidatesOfRow(others.join(delimiter))]
  }
  const withoutLender = (row: string) =>
    splitCells(row, delimiter)
      .filter((_, column) => !LENDER_TITLE.test(titles[column] ?? ''))
      .join(delimiter)
  return titles.length > 1
    ? toRows(rows, 'table', isId.includes(true) ? candidatesOfCells : candidatesOfRow, withoutLender)
    : toRows(rows, 'lines', isId.includes(true) ? candidatesOfCells : candidatesOfRow)
}

function splitCells(row: string, delimiter: string): string[] {
  return row.replaceAll(QUOTED, (quoted) => quoted.replaceAll(delimiter, ' ')).split(delimiter)
}

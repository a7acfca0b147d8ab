import { findIds } from './account-text-ids.ts'

/** How a text is laid out, which decides whether a bare word in it can be a custom name. */
export type Layout = 'one line' | 'lines' | 'table'

/** The rows of a text, trimmed and none of them blank. */
export interface Rows {
  rows: string[]
  layout: Layout
  /** The parts of a row that can tell whose it is, the surest first. */
  partsOf: (row: string) => string[]
}

const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]+/
const CODE_FENCE = /^\s*```(?:(?:ansi|csv|json|log|text|txt|yaml)(?=\s|$))?/

// Where the next player begins in the output of a server that has lost its line ends: in a listing, and in a log.
const NEXT_IN_LISTING = /\s(?=\d{17}\s+"|# ?\d+\s+(?:\d+\s+)?")/
const NEXT_IN_LOG = /\s(?=(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}\/\d{17}\/)/
const CONSOLE_HEADER = /^(?:steam|user|member)?id\s+(?:user|display)?name\s/i
const ABOUT_NOBODY = /^(?:hostname\s*:|map\s*:|version\s*:\s*\d|players\s*:\s*\d+ \(|<slot:|\d+ ?users$|"\w+"\s*:)/i
// A row of `status` in the Source style starts with `#` as well, but holds the player's number or name in quotes.
const COMMENT = /^(?:#[^\d"]*$|# ?userid\s|\/\/)/

// How a Rust server writes whose line it is, with the name behind it (`status` and `users`, joining and leaving) or before it.
const WRITTEN_BY_SERVER = [
  /^\d{17}(?=:"|\s+".*"\s+\d+\s+[\d.,:]+s?\s)/,
  /(?<=(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}\/)\d{17}(?=\/)/,
  /(?<=[^\s[(]\[(?:\d{1,20}\/)?)\d{17}(?=(?:\/\d{1,20})?\])|(?<=with steamid )\d{17}(?= joined)/g,
]

// Such a server escapes no quotes in names, so the name ends at the last one.
const SOURCE_STATUS_ROW = /^# ?\d+\s/
const SOURCE_NAME = /".*"|".*$/

const MAY_HOLD_ID = /\d{17}|:\d|\//
const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)/g
const JSON_TEXT = /"(\w{1,40})"\s*:\s*"(?:[^"\\]|\\.?)*(?:"|$)/g
// A field of JSON whose name says that it holds the id of the account, and its value.
const JSON_FIELD = /"(\w{1,40})"\s*:\s*("(?:[^"\\]|\\.?)*(?:"|$)|[^\s,"[\]{}]+)/g
const NO_ID = /^(?:""|"?0"?|null)$/
const NAME_OR_LENDER = /name|nick|owner/i

const DELIMITER = /[\t;,|]/
const ID_TITLE =
  /^(?:(?:steam|user|player|account|member|profile|custom|community)?(?:id|uid|identifier|url|link)|steam|profile|account)(?:64|32|2|3)?(?:id)?s?$/
// Other ids in JSON, such as `id` and `userId`, are mostly those of a database.
const STEAM_ID_KEY =
  /^steam(?:(?:user|player|account|profile)?(?:id|uid|identifier|url|link)(?:64|32|2|3)?|(?:64|32|2|3)(?:id)?)$/
const LONE_TITLE = /^\W*(?:(?:steam|user|player|account)[ _-]?)?(?:ids?|id ?64|names?|players|accounts|profiles)\W*$/i
const NAME_TITLE = /^(?:(?:player|user|display|persona|nick|custom|vanity|steam)?(?:name|nick)s?|players?|vanity)$/

/** Takes a text apart; one line gets the line ends back that it had as the output of a server. */
export function toRows(text: string): Rows {
  const lines = withoutBlank(text.split(LINE_END).map((line) => line.replace(CODE_FENCE, '')))
  const rows = lines.length === 1 ? restoreRows(lines[0] ?? '') : lines
  if (rows.some((row) => CONSOLE_HEADER.test(row))) return { rows, layout: 'table', partsOf: partsOfConsoleRow }
  const table = readTable(rows)
  if (table !== null) return table
  const isOutput = rows.length > lines.length || rows.some((row) => idsByServer(row).length > 0)
  return { rows, layout: isOutput ? 'table' : rows.length === 1 ? 'one line' : 'lines', partsOf: partsOfRow }
}

/** Whether a row in which nobody was found plainly is about no player: the frame of a server's list, a divider, JSON. */
export function isAboutNobody(row: string, layout: Layout): boolean {
  if (jsonIds(row).length > 0) return false
  if (ABOUT_NOBODY.test(row) || CONSOLE_HEADER.test(row) || !/[\p{L}\p{N}]/u.test(row)) return true
  return layout !== 'one line' && COMMENT.test(row)
}

/** The fields of JSON in a text that should hold the Steam id of an account, as written; empty ones, 0 and null left out. */
export function jsonIds(text: string): string[] {
  return [...text.matchAll(JSON_FIELD)].flatMap(([field, key = '', value = '']) =>
    STEAM_ID_KEY.test(toTitle(key)) && !NO_ID.test(value) ? [field] : [],
  )
}

/** Whether a word is what people write over a column, or before an id, to say what it is. */
export function isColumnTitle(word: string): boolean {
  const title = toTitle(word)
  return ID_TITLE.test(title) || NAME_TITLE.test(title) || LONE_TITLE.test(word)
}

function toTitle(cell: string): string {
  return cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function restoreRows(line: string): string[] {
  return withoutBlank(line.split(line.includes('"') ? NEXT_IN_LISTING : NEXT_IN_LOG))
}

function withoutBlank(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

// A name may look like an id or a link of somebody else, so what a server wrote comes first, then what is outside of quotes.
// Whoever lends the player the game stands in the same row, and is somebody else too.
function partsOfRow(row: string): string[] {
  if (!MAY_HOLD_ID.test(row)) return []
  if (SOURCE_STATUS_ROW.test(row)) return [row.replace(SOURCE_NAME, '"quoted"')]
  const written = idsByServer(row).join(' ')
  if (!row.includes('"')) return [written, row]
  const text = row.replaceAll(JSON_TEXT, (member: string, key: string) => (NAME_OR_LENDER.test(key) ? '""' : member))
  return [written, text.replaceAll(QUOTED, '"quoted"'), text]
}

function idsByServer(row: string): string[] {
  return WRITTEN_BY_SERVER.map((pattern) => row.match(pattern)).find((ids) => ids !== null) ?? []
}

function partsOfConsoleRow(row: string): string[] {
  return [/^\d{17}(?=\s)/.exec(row)?.[0] ?? '', ...partsOfRow(row)]
}

/** A table under a header of its columns; a row of it is about the account in the columns of ids, if there are any. */
function readTable([header = '', ...rows]: string[]): Rows | null {
  const delimiter = DELIMITER.exec(header)?.[0] ?? '\n'
  const titles = splitCells(header, delimiter).map(toTitle)
  const isId = titles.map((title) => ID_TITLE.test(title))
  const isHeader = titles.length > 1 ? isId.includes(true) || NAME_TITLE.test(titles[0] ?? '') : LONE_TITLE.test(header)
  if (rows.length === 0 || !isHeader || findIds(header).accounts.length > 0) return null
  const partsOf = (row: string) => {
    const cells = splitCells(row, delimiter)
    const others = cells.filter((_, column) => !/name|nick/.test(titles[column] ?? ''))
    return [cells.filter((_, column) => isId[column]).join(' '), ...partsOfRow(others.join(delimiter))]
  }
  return { rows, layout: titles.length > 1 ? 'table' : 'lines', partsOf: isId.includes(true) ? partsOf : partsOfRow }
}

function splitCells(row: string, delimiter: string): string[] {
  return row.replaceAll(QUOTED, (quoted) => quoted.replaceAll(delimiter, ' ')).split(delimiter)
}

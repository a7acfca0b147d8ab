import { atLine, type Entry, type Rest } from './entry.ts'
import { type CsvRow, readCsvRows } from './csv-rows.ts'
import { placesOf } from './field-names.ts'
import { findIds } from './find-ids.ts'
import { readLines } from './lines.ts'
import { isBlank, linesOf } from './marks.ts'
import { accountsIn, type Found, readFound } from './records.ts'
import { roleOfGroup } from './roles.ts'

const SEPARATORS = ['\t', ';', '|', ',']
/** A first line that tells Excel the separator of the file. */
const SEPARATOR_LINE = /^sep=.\s*$/
/** The line below the header of a table in Markdown, or the frame of one of a database. */
const DIVIDER = /^[\s|:+=-]{3,}$/
/** In a longer header, rows have lost their line ends. */
const MAX_COLUMNS = 200
/** The beginning of a text, which says whether it is a table. */
const HEAD_CHARACTERS = 20_000
const MIN_ROWS = 2

/** A table: its separator, and its titles, which are null without a header. */
export interface TableLayout {
  separator: string
  titles: readonly string[] | null
}

const isSkipped = (line: string) => isBlank(line) || SEPARATOR_LINE.test(line) || DIVIDER.test(line)

/** The lines at the beginning of a text, without a last one that is not whole. */
function headOf(text: string): string[] {
  const lines = Array.from(linesOf(text.slice(0, HEAD_CHARACTERS)), (line) => line.text)
  return (text.length > HEAD_CHARACTERS ? lines.slice(0, -1) : lines).filter((line) => !isSkipped(line))
}

const separatorsOf = (line: string) => SEPARATORS.filter((separator) => line.includes(separator))

const MAX_TITLE_LINES = 5

/** Finds a table with a header that names the account of each row, perhaps below a title. */
export function findTitledTable(text: string): TableLayout | null {
  for (const line of headOf(text).slice(0, MAX_TITLE_LINES)) {
    for (const separator of separatorsOf(line)) {
      const [titles] = readRows(`${line}\n`, separator)
      if (titles?.cells && isHeader(titles.cells)) return { separator, titles: titles.cells }
    }
  }
  return null
}

/** Finds a table that has an account in the same column of all rows, with a header of unknown words or without one. */
export function findOtherTable(text: string): TableLayout | null {
  const lines = headOf(text)
  const first = lines.slice(0, MAX_TITLE_LINES).findIndex((line) => findIds(line).accounts.length > 0)
  for (const separator of first === -1 ? [] : separatorsOf(lines[first] ?? '')) {
    const rows = readRows(lines.slice(first).join('\n'), separator)
    const [header] = readRows(`${lines[first - 1] ?? ''}\n`, separator)
    const isTitled = header?.cells?.length === rows[0]?.cells?.length
    if (isTable(rows, isTitled ? 1 : MIN_ROWS)) return { separator, titles: (isTitled && header?.cells) || null }
  }
  return null
}

function isHeader(cells: readonly string[]): boolean {
  return cells.length > 1 && placesOf(cells).steamId !== undefined && findIds(cells.join(' ')).accounts.length === 0
}

/** Whether all rows have as many cells, of which one column holds an account each. */
function isTable(rows: readonly CsvRow[], minRows: number): boolean {
  const [first] = rows
  const count = first?.cells?.length ?? 0
  if (rows.length < minRows || count < 2 || rows.some(({ cells }) => cells?.length !== count)) return false
  const columns = Array.from({ length: count }, (_, column) =>
    rows.every(({ cells }) => accountsIn(cells?.[column], false).length === 1),
  )
  return columns.filter(Boolean).length === 1
}

function readRows(text: string, separator: string): CsvRow[] {
  return [...readCsvRows(text, separator)].filter(({ text }) => !isSkipped(text))
}

/** The texts of cells; a file may end with a separator, after which there is an empty cell. */
const valuesOf = (cells: readonly string[], isOpen: boolean): string[] => [
  ...cells.map((cell) => cell.trim()),
  ...(isOpen ? [''] : []),
]

/** Reads a table. A header without rows is not understood. */
export function* readTable(text: string, { separator, titles }: TableLayout, now: number): Iterable<Entry | Rest> {
  const rows = readRows(text, separator)
  const head =
    titles === null ? [] : rows.splice(0, rows.findIndex(({ cells }) => cells?.join('\n') === titles.join('\n')) + 1)
  /** The role that a row with a title gives to the rows below it. */
  let role = head
    .slice(0, -1)
    .map(({ text }) => roleOfGroup(text))
    .findLast((found) => found !== undefined)
  const all = rows.flatMap(({ line, text, cells }): Found[] => {
    if (cells === null || cells.length > MAX_COLUMNS) return [{ line, text: text.trim(), why: 'damaged' }]
    const [filled, ...others] = cells.filter((cell) => cell.trim() !== '')
    if (filled === undefined) return []
    const heading = others.length === 0 ? roleOfGroup(filled) : undefined
    if (heading !== undefined && findIds(filled).accounts.length === 0) {
      role = heading
      return []
    }
    // The beginning of another table, or a line of text.
    const isCutOff = titles !== null && accountsIn(filled, false).length > 0
    if (cells.length === 1 && !isCutOff) return [...atLine(line, readLines(text, now))]
    return [
      {
        line,
        text: text.trim(),
        titles: titles ?? cells.map(() => null),
        values: valuesOf(cells, text.endsWith(separator)),
        role,
      },
    ]
  })
  const header = head.pop()
  for (const row of head) yield* atLine(row.line, readLines(row.text, now))
  if (header !== undefined && rows.length === 0)
    yield { line: header.line, text: header.text.trim(), why: 'no_account' }
  yield* readFound(all, now)
}

/** A row of a CSV file: its first line, counted from 1, and its text as written. */
export interface CsvRow {
  line: number
  text: string
  /** Null if the quotes of the row are wrong. */
  cells: string[] | null
}

// The apostrophe before a formula of `FORMULA` in csv-writer.ts. The lookahead comes first, because each search behind a place takes time.
const PROTECTED_FORMULA = /(?='[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])[\s"'“”„‘’]*)'/gu
const PROTECTED_NUMBER = /^'(?='*\d{16,}$)/

/** The text of a cell that `toCell` wrote. */
const fromCell = (cell: string) =>
  cell.includes("'") ? cell.replace(PROTECTED_NUMBER, '').replaceAll(PROTECTED_FORMULA, '') : cell

/** A row that is longer is split, because reading a row should not take long. */
const MAX_CELLS = 1_000

const LINE_BREAK = /\r\n|[\n\r]/g
const REST_OF_LINE = /[^\n\r]*(?:\r\n|[\n\r]|$)/y

/** Matches a cell, quoted or not, and the separator or line break after it. Without a limit for quotes, the stack of `RegExp` would overflow. */
const cellPattern = (separator: string) =>
  new RegExp(`(?:"([^"]*(?:""[^"]*){0,9999})"|((?!")[^${separator}\\r\\n]*))([${separator}]|\\r\\n|[\\n\\r]|$)`, 'y')

/** Reads the cells of a CSV file that `writeCsv` wrote, with the header first; a row with wrong quotes has no cells. */
export const readCsv = (text: string): string[][] => Array.from(readCsvRows(text), ({ cells }) => cells ?? [])

/**
 * Reads a CSV file row by row, with the header first, and removes the apostrophes with which `writeCsv` protects cells. A row with wrong
 * quotes ends at the end of its line.
 */
export function* readCsvRows(text: string, separator = ','): Generator<CsvRow, void, undefined> {
  const pattern = cellPattern(separator)
  let start = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let cells: string[] = []
  pattern.lastIndex = start
  while (pattern.lastIndex < text.length) {
    const cellStart = pattern.lastIndex
    const [, quoted, bare = '', end] = pattern.exec(text) ?? []
    cells.push(fromCell(quoted === undefined ? bare : quoted.replaceAll('""', '"')))
    if (end === separator && pattern.lastIndex < text.length && cells.length < MAX_CELLS) continue
    if (end === undefined) {
      REST_OF_LINE.lastIndex = cellStart
      REST_OF_LINE.exec(text)
      pattern.lastIndex = REST_OF_LINE.lastIndex
    }
    const row = text.slice(start, pattern.lastIndex)
    yield { line, text: row, cells: end === undefined ? null : cells }
    line += row.match(LINE_BREAK)?.length ?? 0
    start = pattern.lastIndex
    cells = []
  }
}

import { type CsvRow, readCsvRows } from '../../lib/csv-reader.ts'
import { type Places, placesOf, readFields } from './fields.ts'
import { isBlank, linesOf, type ListEntry } from './list-entry.ts'

const SEPARATOR = /[,;\t|]/
/** A first line that tells Excel the separator of the file. */
const SEPARATOR_LINE = /^sep=.\s*$/

const MAX_COLUMNS = 200
/** The beginning of a text, in which the header has to be. */
const HEAD_CHARACTERS = 20_000

/** Whether a text is a table with a header that names the account of each row. */
export function isTable(text: string): boolean {
  for (const row of rowsOf(text.slice(0, HEAD_CHARACTERS))) {
    const { cells } = row ?? { cells: [] }
    if (row !== null)
      return cells !== null && cells.length > 1 && cells.length <= MAX_COLUMNS && placesOf(cells).steamId !== undefined
  }
  return false
}

/** Reads a table with a header, whose cells are separated by commas, semicolons, tabs or bars. */
export function* readTableRows(text: string, now: number): Iterable<ListEntry | null> {
  let places: Places | null = null
  for (const row of rowsOf(text)) {
    if (row === null) yield null
    else if (places === null) places = placesOf(row.cells ?? [])
    else yield readFields(places, row.cells ?? [], now, { line: row.line, text: row.text })
  }
}

/** The rows of a table, with the header first; null for a blank one. */
function* rowsOf(text: string): Iterable<CsvRow | null> {
  const isSkipped = (line: string) => isBlank(line) || SEPARATOR_LINE.test(line)
  const lines = Array.from(linesOf(text.slice(0, HEAD_CHARACTERS)), (line) => line.text)
  const [separator] = SEPARATOR.exec(lines.find((line) => !isSkipped(line)) ?? '') ?? []
  for (const row of readCsvRows(text, separator)) {
    const isEmpty = row.cells?.every((cell) => cell.trim() === '') ?? false
    yield isEmpty || isSkipped(row.text) ? null : row
  }
}

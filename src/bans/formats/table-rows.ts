import { type CsvRow, readCsvRows } from '../../lib/csv-reader.ts'
import { type Places, placesOf, readFields } from './fields.ts'
import { isBlank, linesOf, type ListEntry } from './list-entry.ts'

const SEPARATOR = /[,;\t|]/
/** A first line that tells Excel the separator of the file. */
const SEPARATOR_LINE = /^sep=.\s*$/

const MAX_COLUMNS = 200

/** Whether a text is a table with a header that names the account of each row. */
export function isTable(text: string): boolean {
  for (const { cells } of rowsOf(text)) {
    return cells !== null && cells.length > 1 && cells.length <= MAX_COLUMNS && placesOf(cells).steamId !== undefined
  }
  return false
}

/** Reads a table with a header, whose cells are separated by commas, semicolons, tabs or bars. */
export function* readTableRows(text: string, now: number): Iterable<ListEntry | null> {
  let places: Places | null = null
  for (const { line, text: written, cells } of rowsOf(text)) {
    if (places === null) places = placesOf(cells ?? [])
    else yield readFields(places, cells ?? [], now, { line, text: written })
  }
}

/** The rows of a table that are not blank, with the header first. */
function* rowsOf(text: string): Iterable<CsvRow> {
  let separator = ','
  for (const { text: line } of linesOf(text)) {
    if (SEPARATOR_LINE.test(line)) continue
    separator = SEPARATOR.exec(line)?.[0] ?? ','
    break
  }
  for (const row of readCsvRows(text, separator)) {
    const hasText = row.cells === null || row.cells.some((cell) => cell.trim() !== '')
    if (hasText && !isBlank(row.text) && !SEPARATOR_LINE.test(row.text)) yield row
  }
}

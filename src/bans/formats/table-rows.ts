import { type CsvRow, readCsvRows } from '../../text/csv-rows.ts'
import { BAN_COLUMNS } from './write-ban-list.ts'
import { type Places, placesOf, readFields } from './fields.ts'
import { isBlank, linesOf, type ListEntry, MAYBE_STEAM_ID } from './list-entry.ts'

const SEPARATOR = /[,;\t|]/
/** A first line that tells Excel the separator of the file. */
const SEPARATOR_LINE = /^sep=.\s*$/

/** In a longer header, rows have lost their line ends. */
const MAX_COLUMNS = 200
/** The beginning of a text, in which the header has to be. */
const HEAD_CHARACTERS = 20_000

/** Whether a text is a table with a header that names the account of each row. */
export function isTable(text: string): boolean {
  for (const row of rowsOf(text.slice(0, HEAD_CHARACTERS))) {
    const { cells } = row ?? { cells: [] }
    if (row !== null) return cells !== null && cells.length > 1 && placesOf(cells).steamId !== undefined
  }
  return false
}

/**
 * Reads a table with a header, whose cells are separated by commas, semicolons, tabs or bars. A header with an id, or without rows, is not
 * understood: Discord may have turned the line ends after it into spaces. The header of `writeBansCsv` alone is an empty list.
 */
export function* readTableRows(text: string, now: number): Iterable<ListEntry | null> {
  let places: Places | null = null
  let header: ListEntry | null = null
  for (const row of rowsOf(text)) {
    if (row === null) {
      yield null
      continue
    }
    const place = { line: row.line, text: row.text }
    if (places === null) {
      places = row.cells === null || row.cells.length > MAX_COLUMNS ? {} : placesOf(row.cells)
      header = row.cells?.join() === BAN_COLUMNS.join() ? null : { ...place, ban: null, addresses: 0 }
    } else {
      if (header !== null && MAYBE_STEAM_ID.test(header.text)) yield header
      header = null
      yield readFields(places, row.cells ?? [], now, place)
    }
  }
  yield header
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

import { toShownEnd } from '../../model/parse-until.ts'
import { formatCsvTime, writeCsv } from '../../lib/csv-writer.ts'
import type { ViewFile } from '../view.ts'

/** Cells by column; a column without a cell is empty. */
export type TableRow<Column extends string> = Partial<Record<Column, string | number>>

/** A CSV file of rows, with the columns in the given order; a column is the key of its title in `csv`. */
export function tableFile<Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: TableRow<NoInfer<Column>>[],
  { csv }: { csv: Record<Column, string> },
): ViewFile {
  const titles = columns.map((column) => csv[column])
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''))
  return csvFile(name, titles, cells)
}

/** Formats the end of an entry like `formatCsvTime`, but shows the end of a day as its last second instead of the next midnight. */
export const formatCsvEnd = (until: number | null) => formatCsvTime(until === null ? null : toShownEnd(until))

/** A table as a CSV file for spreadsheet programs, in UTF-8. */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): ViewFile {
  return { name, data: Buffer.from(writeCsv(header, rows)) }
}

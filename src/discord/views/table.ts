import { toShownEnd } from '../../model/parse-until.ts'
import { formatCsvTime, type TableRow, writeTable } from '../../lib/csv-writer.ts'
import type { ViewFile } from '../view.ts'

/** A CSV file of rows in UTF-8, with the columns in the given order; a column is the key of its title in `csv`. */
export const tableFile = <Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: readonly TableRow<NoInfer<Column>>[],
  { csv }: { csv: Record<Column, string> },
): ViewFile => ({ name, data: Buffer.from(writeTable(columns, rows, csv)) })

/** Formats the end of an entry like `formatCsvTime`, but shows the end of a day as its last second instead of the next midnight. */
export const formatCsvEnd = (until: number | null) => formatCsvTime(until === null ? null : toShownEnd(until))

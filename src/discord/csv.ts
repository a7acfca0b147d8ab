import { stringify } from 'csv-stringify/sync'
import type { ViewFile } from './view.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table as a CSV file that spreadsheets open as they should: in UTF-8, and no name taken for a formula. With a table of
 * the same columns `before` it, the rows are added to that.
 */
export function csvFile(name: string, header: string[], rows: (string | number)[][], before?: string): ViewFile {
  const text = stringify(before === undefined ? [header, ...rows] : rows, { escape_formulas: true })
  return { name, data: Buffer.from(`${BYTE_ORDER_MARK}${before ?? ''}${text}`) }
}

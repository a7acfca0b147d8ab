import { stringify } from 'csv-stringify/sync'
import type { ViewFile } from './view.ts'

const BYTE_ORDER_MARK = '\uFEFF'

// Which separator a spreadsheet program splits at depends on its language and on what its user chose last, and quotes in
// the middle of a cell do not stop it. So each of these may be the beginning of a cell.
const FORMULA = /((?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])[\s"'“”„‘’]*)(?=[=+\-@＝＋－＠])/gu

/** Spreadsheets keep 15 digits of a number; Steam64 ids have 17. */
const LONG_NUMBER = /^\d{16,}$/

/**
 * A table as a CSV file for spreadsheet programs: UTF-8 with a byte-order mark, and an apostrophe before whatever they would
 * take for a formula or for a number too long to keep, so that it stays text.
 */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): ViewFile {
  const text = stringify([header, ...rows.map((row) => row.map(toCell))])
  return { name, data: Buffer.from(`${BYTE_ORDER_MARK}${text}`) }
}

function toCell(value: string | number): string | number {
  if (typeof value === 'number') return value
  return LONG_NUMBER.test(value) ? `'${value}` : value.replaceAll(FORMULA, "$1'")
}

import { stringify } from 'csv-stringify/sync'
import type { ViewFile } from './view.ts'

const BYTE_ORDER_MARK = '\uFEFF'

// Spreadsheet programs split at different separators, depending on locale and settings, and quotes in the middle of a cell do
// not prevent that. A cell may therefore begin after any of these characters.
const FORMULA = /((?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])[\s"'“”„‘’]*)(?=[=+\-@＝＋－＠])/gu

/** Spreadsheets keep 15 digits of a number; a SteamID64 has 17. */
const LONG_NUMBER = /^\d{16,}$/

/**
 * A table as a CSV file for spreadsheet programs: UTF-8 with a byte-order mark. An apostrophe before formulas and long numbers
 * makes the program treat them as text.
 */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): ViewFile {
  const text = stringify([header, ...rows.map((row) => row.map(toCell))])
  return { name, data: Buffer.from(`${BYTE_ORDER_MARK}${text}`) }
}

function toCell(value: string | number): string | number {
  if (typeof value === 'number') return value
  return LONG_NUMBER.test(value) ? `'${value}` : value.replaceAll(FORMULA, "$1'")
}

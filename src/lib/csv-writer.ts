import { toCell } from './csv-cell.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const NEEDS_QUOTES = /[",\r\n]/

/** A table as CSV for spreadsheet programs, with a byte-order mark; a browser can run it. */
export const writeCsv = (header: string[], rows: (string | number)[][]): string =>
  BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(formatCell).join(',')}\n`).join('')

function formatCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = toCell(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// Spreadsheet programs split at different separators, depending on locale and settings, and quotes in the middle of a cell do not prevent
// that. A cell may therefore begin after any separator of this pattern. The lookahead comes first, because each search behind a place takes
// time.
const FORMULA = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])[\s"'“”„‘’]*)/gu

/** Spreadsheets keep 15 digits of a number; a SteamID64 has 17. */
const LONG_NUMBER = /^'*\d{16,}$/

/**
 * A text for a cell of a CSV file. An apostrophe before formulas and long numbers makes spreadsheet programs treat them as text.
 * @example
 *   toCell('=1+1') // "'=1+1"
 */
export const toCell = (text: string) => (LONG_NUMBER.test(text) ? `'${text}` : text.replaceAll(FORMULA, "'"))

const BYTE_ORDER_MARK = '\uFEFF'
const NEEDS_QUOTES = /[",\r\n]/

/** A table as CSV for spreadsheet programs, with a byte-order mark. The function also runs in browsers. */
export const writeCsv = (header: string[], rows: (string | number)[][]): string =>
  BYTE_ORDER_MARK + writeCsvRows([header, ...rows])

/** Cells by column; a column without a cell is empty. */
export type TableRow<Column extends string> = Partial<Record<Column, string | number>>

/** Rows as CSV with the columns in the given order; a column is the key of its title. */
export const writeTable = <Column extends string>(
  columns: readonly Column[],
  rows: readonly TableRow<NoInfer<Column>>[],
  titles: Readonly<Record<Column, string>>,
): string =>
  writeCsv(
    columns.map((column) => titles[column]),
    rows.map((row) => columns.map((column) => row[column] ?? '')),
  )

/** Further rows of a table that `writeCsv` began. */
export const writeCsvRows = (rows: (string | number)[][]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\n`).join('')

function formatCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = toCell(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A time in Unix seconds as `2026-05-04T14:02:00Z`, always UTC; empty for null.
 * @example
 *   formatCsvTime(1777903320) // '2026-05-04T14:02:00Z'
 */
export const formatCsvTime = (seconds: number | null) =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

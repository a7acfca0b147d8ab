// Spreadsheet programs split at different separators, depending on locale and settings, and quotes in the middle of a cell do
// not prevent that. A cell may therefore begin after any of these characters.
const FORMULA = /((?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])[\s"'“”„‘’]*)(?=[=+\-@＝＋－＠])/gu

/** Spreadsheets keep 15 digits of a number; a SteamID64 has 17. */
const LONG_NUMBER = /^\d{16,}$/

/** A text for a cell of a CSV file. An apostrophe before formulas and long numbers makes spreadsheet programs treat them as text. */
export const toCell = (text: string) => (LONG_NUMBER.test(text) ? `'${text}` : text.replaceAll(FORMULA, "$1'"))

import { stringify } from 'csv-stringify/sync'
import { toCell } from '../presentation/csv-cell.ts'
import type { ViewFile } from './view.ts'

/**
 * A table as a CSV file for spreadsheet programs: UTF-8 with a byte-order mark. An apostrophe before formulas and long numbers
 * makes the program treat them as text.
 */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): ViewFile {
  return { name, data: Buffer.from(stringify([header, ...rows], { bom: true, cast: { string: toCell } })) }
}

/** A quoted cell, or one that needs no quotes, with what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** The rows of a CSV file that `csvFile` has written; ids are without their apostrophe. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const content = text.replace(/^\uFEFF/, '')
  CELL.lastIndex = 0
  while (CELL.lastIndex < content.length) {
    const [, quoted, bare = '', end] = CELL.exec(content) ?? []
    if (end === undefined) break
    const cell = quoted === undefined ? bare : quoted.replaceAll('""', '"')
    rows.at(-1)?.push(/^'\d{16,}$/.test(cell) ? cell.slice(1) : cell)
    if (end !== ',' && CELL.lastIndex < content.length) rows.push([])
  }
  return rows
}

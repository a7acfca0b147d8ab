import { writeCsv } from '../lib/csv-writer.ts'
import type { ViewFile } from './view.ts'

/** A table as a CSV file for spreadsheet programs, in UTF-8. */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): ViewFile {
  return { name, data: Buffer.from(writeCsv(header, rows)) }
}

/** Matches a cell, quoted or not, and the comma or line break after it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/**
 * Reads the rows of a CSV file that `csvFile` created, with the header first. Ids are returned without the apostrophe that precedes them in
 * the file.
 */
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

import { writeCsv } from '../lib/csv-writer.ts'
import type { ViewFile } from './view.ts'

/** A table as a CSV file for spreadsheet programs, in UTF-8. */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): ViewFile {
  return { name, data: Buffer.from(writeCsv(header, rows)) }
}

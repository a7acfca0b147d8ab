import type { Bans } from '../../model/account.ts'
import { toShownEnd } from '../../model/end-of-date.ts'
import { banStatusOf, hasBanDate } from '../../presentation/ban-status.ts'
import { csvFile } from '../csv.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'

/** Columns, named by the keys of their titles. */
export type Column = Exclude<keyof Texts['csv'], 'results' | 'friendshipResults' | 'actions' | 'decisions'>

/** Cells by column; a column without one is empty. */
export type TableRow = Partial<Record<Column, string | number>>

const BAN_COLUMNS: Column[] = ['vacBans', 'gameBans', 'daysSinceLastBan', 'communityBan', 'tradeStatus']
/** The columns that all tables have. */
export const ACCOUNT_COLUMNS: Column[] = ['steamId', 'name', 'result', ...BAN_COLUMNS]

/** Rows as a CSV file, with the columns in the given order. */
export function tableFile(name: string, columns: readonly Column[], rows: TableRow[], { csv }: Texts): ViewFile {
  const titles = columns.map((column) => csv[column])
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''))
  return csvFile(name, titles, cells)
}

/** A time as `2026-05-04T14:02:00Z`, always UTC; empty for none. */
export const formatCsvTime = (seconds: number | null) =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** The end of an entry, as `formatCsvTime`; the end of a day shows that day. */
export const formatCsvEnd = (until: number | null) => formatCsvTime(until === null ? null : toShownEnd(until))

export function banCells(bans: Bans, { csv }: Texts): TableRow {
  return {
    vacBans: bans.NumberOfVACBans,
    gameBans: bans.NumberOfGameBans,
    daysSinceLastBan: hasBanDate(bans) ? bans.DaysSinceLastBan : '',
    communityBan: bans.CommunityBanned ? csv.yes : csv.no,
    tradeStatus: bans.EconomyBan,
  }
}

/** The cells of an account without a profile: its bans count, but a record without bans does not make it clean. */
export function cellsWithoutProfile(bans: Bans, texts: Texts): TableRow {
  const { results } = texts.csv
  const status = banStatusOf(bans)
  const result = results[status === 'clean' ? 'noProfile' : status]
  return { result, ...banCells(bans, texts), note: results.noProfile }
}

/** The day of a time in Unix seconds, as spreadsheets read it; empty for 0, an unknown time. */
export const formatDay = (seconds: number) => (seconds === 0 ? '' : new Date(seconds * 1000).toISOString().slice(0, 10))

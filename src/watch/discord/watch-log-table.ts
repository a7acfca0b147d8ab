import { formatCsvTime } from '../../lib/csv-writer.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { AuditEntry } from '../read-audit-log.ts'
import { isOfWatchList, type OtherChanges } from './other-changes.ts'
import type { Texts } from './texts.ts'
import type { ViewFile } from '../../discord/view.ts'
import { tableFile, type TableRow } from '../../discord/views/table.ts'

const COLUMNS = ['changedAt', 'changedBy', 'change', 'steamId', 'reason', 'note', 'profile'] as const
type Row = TableRow<(typeof COLUMNS)[number]>

/** The log of a server as a CSV file, one account per row. */
export function watchLogTable(entries: readonly AuditEntry[], others: OtherChanges, texts: Texts): ViewFile {
  return tableFile(
    'watch-log.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, others, texts)),
    texts,
  )
}

function rowOf(entry: AuditEntry, others: OtherChanges, { csv, common }: Texts): Row {
  const { at, userId, action, steamId, detail } = entry
  return {
    changedAt: formatCsvTime(at),
    changedBy: userId ?? common.byItself,
    ...(isOfWatchList(action)
      ? { change: csv.actions[action], ...(action === 'channel_set' ? { note: detail } : { reason: detail }) }
      : others.cells({ action, detail })),
    steamId: steamId ?? '',
    profile: steamId === null ? '' : toProfileUrl(steamId),
  }
}

import { toProfileUrl } from '../../model/steam-id.ts'
import type { AuditEntry } from '../../service/watch/read-audit-log.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { formatCsvTime, tableFile, type TableRow } from './table.ts'

const COLUMNS = ['changedAt', 'changedBy', 'change', 'steamId', 'reason', 'note', 'profile'] as const

/** The log of a watch list as a CSV file, one account a row. */
export function watchLogTable(entries: readonly AuditEntry[], texts: Texts): ViewFile {
  return tableFile(
    'watch-log.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, texts)),
    texts,
  )
}

function rowOf({ at, userId, action, steamId, detail }: AuditEntry, { csv, watch }: Texts): TableRow {
  return {
    changedAt: formatCsvTime(at),
    changedBy: userId ?? watch.byItself,
    change: csv.actions[action],
    steamId: steamId ?? '',
    [action === 'channel_set' ? 'note' : 'reason']: detail,
    profile: steamId === null ? '' : toProfileUrl(steamId),
  }
}

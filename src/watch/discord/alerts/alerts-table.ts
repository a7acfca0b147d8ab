import { formatCsvTime } from '../../../lib/csv-writer.ts'
import type { BanChange } from '../../../model/ban-record.ts'
import { toProfileUrl } from '../../../model/steam-id.ts'
import { describeChange } from '../ban-change.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import type { Alert } from '../../alerts.ts'
import type { Texts } from '../texts.ts'
import type { ViewFile } from '../../../discord/view.ts'
import { tableFile, type TableRow } from '../../../discord/views/table.ts'

const COLUMNS = [
  'steamId',
  'name',
  'change',
  'before',
  'after',
  'happenedAfter',
  'happenedBefore',
  'addedBy',
  'addedAt',
  'reason',
  'profile',
] as const
type Row = TableRow<(typeof COLUMNS)[number]>

/** All changes of alerts as a CSV file, one change per row; the name is empty if it is unknown. */
export function alertsTable(alerts: readonly Alert[], nameOf: (alert: Alert) => string | null, texts: Texts): ViewFile {
  const rows = alerts.flatMap((alert) => rowsOf(alert, nameOf(alert), texts))
  return tableFile('alerts.csv', COLUMNS, rows, texts)
}

function rowsOf({ steamId, changes, addedBy, addedAt, reason }: Alert, name: string | null, texts: Texts): Row[] {
  return changes.map((change) => ({
    steamId,
    name: name === null ? '' : plainDisplayName(name, texts),
    change: describeChange(change, texts, (word) => word),
    before: formatValue(change.from, texts),
    after: formatValue(change.to, texts),
    happenedAfter: formatCsvTime(change.when.after),
    happenedBefore: formatCsvTime(change.when.before),
    addedBy,
    addedAt: formatCsvTime(addedAt),
    reason,
    profile: toProfileUrl(steamId),
  }))
}

const formatValue = (value: BanChange['from'], { csv }: Texts) =>
  typeof value === 'boolean' ? (value ? csv.yes : csv.no) : value

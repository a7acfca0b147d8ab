import { formatCsvTime } from '../../lib/csv-time.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { AuditEntry } from '../read-audit-log.ts'
import type { Texts } from '../../discord/texts/texts.ts'
import type { ViewFile } from '../../discord/view.ts'
import { readExceptionDetail } from '../../policy/discord/policy-log.ts'
import { tableFile, type TableRow } from '../../discord/views/table.ts'

const COLUMNS = ['changedAt', 'changedBy', 'change', 'steamId', 'reason', 'note', 'profile'] as const

/** The log of a server as a CSV file, one account a row. */
export function watchLogTable(entries: readonly AuditEntry[], texts: Texts): ViewFile {
  return tableFile(
    'watch-log.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, texts)),
    texts,
  )
}

const EXCEPTION_ACTIONS = new Set<AuditEntry['action']>(['exception_added', 'exception_removed', 'exception_expired'])
/** Actions whose detail is no reason. */
const NOTED_ACTIONS = new Set<AuditEntry['action']>([
  'channel_set',
  'policy_saved',
  'policy_mode_set',
  'policy_notify_set',
  'token_created',
  'token_revoked',
])

function detailCells(action: AuditEntry['action'], detail: string, { csv }: Texts): TableRow {
  if (NOTED_ACTIONS.has(action)) return { note: detail }
  if (!EXCEPTION_ACTIONS.has(action)) return { reason: detail }
  const { decision, reason } = readExceptionDetail(detail)
  return { reason, note: csv.decisions[decision] }
}

function rowOf({ at, userId, action, steamId, detail }: AuditEntry, texts: Texts): TableRow {
  const { csv, watch } = texts
  return {
    changedAt: formatCsvTime(at),
    changedBy: userId ?? watch.byItself,
    change: csv.actions[action],
    steamId: steamId ?? '',
    ...detailCells(action, detail, texts),
    profile: steamId === null ? '' : toProfileUrl(steamId),
  }
}

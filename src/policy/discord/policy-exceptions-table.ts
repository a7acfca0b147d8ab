import { formatCsvTime } from '../../lib/csv-writer.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { plainDisplayName } from '../../lib/visible-text.ts'
import type { Texts } from './texts.ts'
import type { ViewFile } from '../../discord/view.ts'
import type { NamedException } from './policy-parts.ts'
import { formatCsvEnd, tableFile } from '../../discord/views/table.ts'

const COLUMNS = ['steamId', 'name', 'decision', 'reason', 'until', 'addedBy', 'addedAt', 'profile'] as const

/** Exceptions of a policy as a CSV file. All times are UTC. */
export function exceptionsTable(exceptions: readonly NamedException[], texts: Texts): ViewFile {
  const rows = exceptions.map(({ steamId, name, decision, reason, until, addedBy, addedAt }) => ({
    steamId,
    name: name === null ? '' : plainDisplayName(name, texts),
    decision: texts.csv.decisions[decision],
    reason,
    until: formatCsvEnd(until),
    addedBy,
    addedAt: formatCsvTime(addedAt),
    profile: toProfileUrl(steamId),
  }))
  return tableFile('policy-exceptions.csv', COLUMNS, rows, texts)
}

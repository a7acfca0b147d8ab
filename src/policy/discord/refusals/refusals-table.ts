import { formatCsvTime } from '../../../lib/csv-writer.ts'
import { toProfileUrl } from '../../../model/steam-id.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import type { ShownRefusal } from '../../refusals.ts'
import type { Texts } from '../texts.ts'
import type { ViewFile } from '../../../discord/view.ts'
import { tableFile } from '../../../discord/views/table.ts'
import { formatReasons } from './refusal-parts.ts'

const COLUMNS = [
  'steamId',
  'name',
  'reason',
  'firstAt',
  'lastAt',
  'times',
  'gameServers',
  'policyVersion',
  'profile',
] as const

/** All refusals as a CSV file, one per row; the name is empty if it is unknown. */
export function refusalsTable(
  refusals: readonly ShownRefusal[],
  nameOf: (refusal: ShownRefusal) => string | null,
  texts: Texts,
): ViewFile {
  const rows = refusals.map((refusal) => {
    const { steamId, firstAt, lastAt, count, servers, version } = refusal
    const name = nameOf(refusal)
    return {
      steamId,
      name: name === null ? '' : plainDisplayName(name, texts),
      reason: formatReasons(refusal, texts),
      firstAt: formatCsvTime(firstAt),
      lastAt: formatCsvTime(lastAt),
      times: count,
      gameServers: servers.join('; '),
      policyVersion: version,
      profile: toProfileUrl(steamId),
    }
  })
  return tableFile(refusals[0]?.mode === 'notify' ? 'notices.csv' : 'refusals.csv', COLUMNS, rows, texts)
}

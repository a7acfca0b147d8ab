import { formatCsvTime } from '../../lib/csv-writer.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { toneWithEarlier } from '../../lib/tone.ts'
import { plainDisplayName, stripInvisible } from '../../lib/visible-text.ts'
import type { WatchEntry } from '../list-watches.ts'
import { formatInterval } from './interval.ts'
import type { Texts } from './texts.ts'
import type { ViewFile } from '../../discord/view.ts'
import { formatKnownBans } from './known-bans.ts'
import { formatCsvEnd, tableFile, type TableRow } from '../../discord/views/table.ts'

const COLUMNS = [
  'steamId',
  'name',
  'result',
  'vacBans',
  'gameBans',
  'communityBan',
  'tradeStatus',
  'lastBanAfter',
  'lastBanBefore',
  'checkedAt',
  'changedAt',
  'reason',
  'addedBy',
  'addedAt',
  'until',
  'profile',
  'note',
] as const
type Row = TableRow<(typeof COLUMNS)[number]>

/** Entries of a watch list as a CSV file. All times are UTC. */
export function watchTable(entries: WatchEntry[], texts: Texts): ViewFile {
  return tableFile(
    'watch-list.csv',
    COLUMNS,
    entries.map((entry) => rowOf(entry, texts)),
    texts,
  )
}

function rowOf(entry: WatchEntry, texts: Texts): Row {
  const { csv } = texts
  const { steamId, profile, bans, changedAt, reason, addedBy, addedAt, until, earlier } = entry
  return {
    steamId,
    name: profile.name === null ? '' : plainDisplayName(profile.name, texts),
    result: csv.results[bans.status === 'unknown' ? 'unavailable' : toneWithEarlier(bans.status, earlier?.bans)],
    ...recordCells(entry, texts),
    lastBanAfter: formatCsvTime(bans.lastBan?.after ?? null),
    lastBanBefore: formatCsvTime(bans.lastBan?.before ?? null),
    checkedAt: formatCsvTime(bans.checkedAt),
    changedAt: formatCsvTime(changedAt),
    reason,
    addedBy,
    addedAt: formatCsvTime(addedAt),
    until: formatCsvEnd(until),
    profile: toProfileUrl(steamId),
    note: formatKnownBans(
      bans,
      (span) => texts.watch.lastBan({ when: formatInterval(span, texts) }),
      texts,
      stripInvisible,
    ),
  }
}

/** The cells of a ban record. An unknown field is called unknown, and is never 0 or "no". */
function recordCells({ bans: { record } }: WatchEntry, { csv }: Texts): Row {
  const community = record?.CommunityBanned
  return {
    vacBans: record?.NumberOfVACBans ?? csv.unknown,
    gameBans: record?.NumberOfGameBans ?? csv.unknown,
    communityBan: community === undefined ? csv.unknown : community ? csv.yes : csv.no,
    tradeStatus: record?.EconomyBan ?? csv.unknown,
  }
}

import { isChecked, listFriends } from '../../../src/accounts/presentation/friend-filter.ts'
import type { Listing } from '../../address.ts'
import type { Scan } from '../../state/scan.ts'
import { countBanned, knownFriends, readConditions } from '../../state/scanned-friends.ts'
import { isBanned } from '../../../src/model/is-banned.ts'
import { useView } from '../view-context.ts'
import { FriendFilters } from './friend-filters.tsx'
import { FriendTable } from './friend-table.tsx'
import { FriendsDownload } from './friends-download.tsx'

interface FriendListProps {
  steamId: string
  name: string
  scan: Scan
  listing: Listing
}

/** The friends that are not clean, as far as the scan has checked them. */
export function FriendList({ steamId, name, scan, listing }: FriendListProps) {
  const { texts } = useView()
  const { friends, filters } = texts.page
  const { scanned, fetchedAt } = knownFriends(scan)
  const isDone = scan.state === 'done'
  // During the scan only banned friends are known, so the counts of a filter would be wrong.
  const conditions = readConditions(isDone ? listing : {})
  const rows = listFriends(scanned, conditions)
  const hasFriends = listFriends(scanned, { kind: 'any', within: null }).length > 0
  const hidden = countBanned(scanned) - rows.filter((row) => isChecked(row) && isBanned(row.banDetails)).length
  if (!hasFriends) return scan.state === 'running' && scan.progress !== null ? <p>{friends.noneSoFar}</p> : null
  return (
    <section aria-label={texts.accounts.friends.title({ name })}>
      {isDone ? <p class="hint">{friends.onlyNotClean}</p> : <h3>{friends.foundSoFar}</h3>}
      {isDone && <FriendFilters scanned={scanned} conditions={conditions} matches={rows.length} />}
      {hidden > 0 && <p class="warning">{filters.bannedHidden({ count: hidden })}</p>}
      {rows.length > 0 ? <FriendTable rows={rows} fetchedAt={fetchedAt} /> : <p>{filters.none}</p>}
      {/* A file would not show that a scan ended early. */}
      {rows.length > 0 && scan.state === 'done' && (
        <FriendsDownload rows={rows} scan={scan} steamId={steamId} conditions={conditions} />
      )}
    </section>
  )
}

import { FRIEND_COLUMNS, friendRow } from '../../../src/accounts/presentation/account-table.ts'
import { writeTable } from '../../../src/lib/csv-writer.ts'
import {
  type FriendConditions,
  friendsFileName,
  type ListedFriend,
} from '../../../src/accounts/presentation/friend-filter.ts'
import { saveFile } from '../../save-file.ts'
import type { Scan } from '../../state/scan.ts'
import { useView } from '../view-context.ts'

type FinishedScan = Extract<Scan, { state: 'done' }>

interface FriendsDownloadProps {
  rows: ListedFriend[]
  scan: FinishedScan
  /** The account whose friends are downloaded. */
  steamId: string
  conditions: FriendConditions
}

/** Saves the listed friends as a CSV file. */
export function FriendsDownload({ rows, scan, steamId, conditions }: FriendsDownloadProps) {
  const { texts } = useView()
  const save = () => {
    const { totalFriends, fetchedAt } = scan.result
    const name = friendsFileName({ steamId, total: scan.total, totalFriends, offset: 0, ...conditions })
    const cells = rows.map((friend) => friendRow(friend, fetchedAt, texts.accounts))
    saveFile(name, 'text/csv', writeTable(FRIEND_COLUMNS, cells, texts.accounts.csv))
  }
  return (
    <p class="actions">
      <button type="button" onClick={save}>
        {texts.page.actions.downloadCsv}
      </button>
    </p>
  )
}

import { accountCsv, FRIEND_COLUMNS, friendRow } from '../../../src/presentation/account-table.ts'
import type { FriendConditions, ListedFriend } from '../../../src/presentation/friend-filter.ts'
import { saveFile } from '../../save-file.ts'
import { useView } from '../view-context.ts'

interface FriendsDownloadProps {
  rows: ListedFriend[]
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
  /** Of the account whose friends these are. */
  steamId: string
  conditions: FriendConditions
}

/** Saves the listed friends as a CSV file. */
export function FriendsDownload({ rows, fetchedAt, steamId, conditions: { kind, within } }: FriendsDownloadProps) {
  const { texts } = useView()
  const save = () => {
    const filter = `${kind === 'any' ? '' : `-${kind}`}${within === null ? '' : `-within-${within}-days`}`
    const cells = rows.map((friend) => friendRow(friend, fetchedAt, texts.accounts))
    saveFile(`friends-${steamId}${filter}.csv`, 'text/csv', accountCsv(FRIEND_COLUMNS, cells, texts.accounts))
  }
  return (
    <p class="actions">
      <button type="button" onClick={save}>
        {texts.page.actions.downloadCsv}
      </button>
    </p>
  )
}

import type { ListedFriend } from '../../../src/accounts/presentation/friend-filter.ts'
import { useView } from '../view-context.ts'
import { FriendRow } from './friend-row.tsx'

interface FriendTableProps {
  rows: ListedFriend[]
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
}

/** Listed friends. On a narrow screen each row is a block. */
export function FriendTable({ rows, fetchedAt }: FriendTableProps) {
  const { accounts, page } = useView().texts
  const { columns } = page
  return (
    <table class="accounts">
      <thead>
        <tr>
          <th scope="col">{columns.status}</th>
          <th scope="col">{accounts.buttons.account}</th>
          <th scope="col">{columns.bans}</th>
          <th scope="col">{accounts.lookup.rustHours}</th>
          <th scope="col">{columns.friendsSince}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((friend) => (
          <FriendRow key={friend.steamId} friend={friend} fetchedAt={fetchedAt} />
        ))}
      </tbody>
    </table>
  )
}

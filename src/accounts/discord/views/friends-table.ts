import { FRIEND_COLUMNS, friendRow } from '../../presentation/account-table.ts'
import { friendsFileName, type ListedFriend } from '../../presentation/friend-filter.ts'
import type { Texts } from '../texts.ts'
import type { ViewFile } from '../../../discord/view.ts'
import type { FriendFilter, FriendScan } from './friend-filter.ts'
import { tableFile } from '../../../discord/views/table.ts'

/** The listed friends of an account as a CSV file. */
export function friendsTable(friends: ListedFriend[], scan: FriendScan, filter: FriendFilter, texts: Texts): ViewFile {
  const rows = friends.map((friend) => friendRow(friend, scan.fetchedAt, texts))
  return tableFile(friendsFileName({ ...scan, ...filter }), FRIEND_COLUMNS, rows, texts)
}

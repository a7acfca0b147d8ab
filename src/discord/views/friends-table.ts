import { FRIEND_COLUMNS, friendRow } from '../../presentation/account-table.ts'
import type { ListedFriend } from '../../presentation/friend-filter.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { type FriendFilter, type FriendScan } from './friend-filter.ts'
import { tableFile } from './table.ts'

/** The listed friends of an account as a CSV file. */
export function friendsTable(friends: ListedFriend[], scan: FriendScan, filter: FriendFilter, texts: Texts): ViewFile {
  const rows = friends.map((friend) => friendRow(friend, scan.fetchedAt, texts))
  return tableFile(fileName(scan, filter), FRIEND_COLUMNS, rows, texts)
}

/** `friends-<id>-101-to-200-vac-within-30-days.csv`, without the part and filter that do not apply. */
function fileName({ steamId, total, totalFriends }: FriendScan, { kind, within, offset }: FriendFilter): string {
  return [
    `friends-${steamId}`,
    ...(total < totalFriends ? [`-${offset + 1}-to-${offset + total}`] : []),
    ...(kind === 'any' ? [] : [`-${kind}`]),
    ...(within === null ? [] : [`-within-${within}-days`]),
    '.csv',
  ].join('')
}

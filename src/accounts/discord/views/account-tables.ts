import { BATCH_COLUMNS, batchRow, unrecognizedRow } from '../../presentation/batch-rows.ts'
import type { Batch } from '../batch-state.ts'
import type { Texts } from '../texts.ts'
import type { ViewFile } from '../../../discord/view.ts'
import { tableFile } from '../../../discord/views/table.ts'
import { FRIEND_COLUMNS, friendRow } from '../../presentation/account-table.ts'
import { friendsFileName, type ListedFriend } from '../../presentation/friend-filter.ts'
import type { FriendFilter, FriendScan } from './friend-filter.ts'

/** All entries of a batch that were checked, and the lines that were not recognized, as a CSV file. */
export function batchTable({ checked, notRecognized }: Batch, texts: Texts): ViewFile {
  const rows = [
    ...checked.map((entry) => batchRow(entry, texts)),
    ...notRecognized.lines.map((line) => unrecognizedRow(line, texts)),
  ]
  return tableFile('accounts.csv', BATCH_COLUMNS, rows, texts)
}

/** The listed friends of an account as a CSV file. */
export function friendsTable(friends: ListedFriend[], scan: FriendScan, filter: FriendFilter, texts: Texts): ViewFile {
  const rows = friends.map((friend) => friendRow(friend, scan.fetchedAt, texts))
  return tableFile(friendsFileName({ ...scan, ...filter }), FRIEND_COLUMNS, rows, texts)
}

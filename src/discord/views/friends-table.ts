import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { banStatusOf } from '../../presentation/ban-status.ts'
import { hasProfile, isChecked, type ListedFriend } from '../../presentation/friend-filter.ts'
import { friendshipVersusBan } from '../../presentation/friendship.ts'
import { plainDisplayName } from '../../presentation/visible-text.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { type FriendFilter, type FriendScan } from './friend-filter.ts'
import { ACCOUNT_COLUMNS, banCells, cellsWithoutProfile, formatDay, tableFile, type TableRow } from './table.ts'

/** The listed friends of an account as a CSV file. */
export function friendsTable(friends: ListedFriend[], scan: FriendScan, filter: FriendFilter, texts: Texts): ViewFile {
  const friendColumns = ['rustHours', 'rustMinutes', 'friendSince', 'friendshipBegan', 'profile', 'note'] as const
  const rows = friends.map((friend) => rowOf(friend, scan.fetchedAt, texts))
  return tableFile(fileName(scan, filter), [...ACCOUNT_COLUMNS, ...friendColumns], rows, texts)
}

function rowOf(friend: ListedFriend, fetchedAt: number, texts: Texts): TableRow {
  const { csv } = texts
  const { steamId } = friend
  const account = { steamId, profile: toProfileUrl(steamId) }
  if (!isChecked(friend)) {
    const name = friend.name === null ? '' : plainDisplayName(friend.name, texts)
    const friendSince = formatDay(friend.since)
    return { ...account, name, result: csv.results.unavailable, rustHours: csv.unknown, friendSince }
  }
  const { banDetails } = friend
  if (!hasProfile(friend)) return { ...account, ...cellsWithoutProfile(banDetails, texts), rustHours: csv.unknown }
  return {
    ...account,
    name: plainDisplayName(friend.personaname, texts),
    result: csv.results[banStatusOf(banDetails)],
    ...banCells(banDetails, texts),
    ...hoursCells(friend, texts),
    friendSince: formatDay(friend.friendSince),
    friendshipBegan: friend.banned ? csv.friendshipResults[friendshipVersusBan(friend, fetchedAt)] : '',
  }
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

/** Full hours and remaining minutes, because spreadsheets of some languages misread a decimal point. */
function hoursCells({ rustHours, unavailable }: FriendEntry, { csv }: Texts): TableRow {
  if (unavailable.length > 0) return { rustHours: csv.unknown }
  if (rustHours === null) return { rustHours: csv.private }
  const minutes = Math.round(rustHours * 60)
  return { rustHours: Math.floor(minutes / 60), rustMinutes: minutes % 60 }
}

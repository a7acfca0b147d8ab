import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { csvFile } from '../csv.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { banColumns, banStatusOf } from './bans.ts'
import { friendshipVersusBan, isChecked } from './friend.ts'
import type { FriendFilter, ListedFriend } from './friend.ts'
import { plainDisplayName } from './parts.ts'

/** What a table of friends is about; its name says so, so that tables of several parts and filters keep apart. */
interface FriendsTable {
  steamId: SteamId
  /** Friends that were looked at, and all on the list. */
  total: number
  totalFriends: number
  filter: FriendFilter
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
}

/** Listed friends of an account as a table. */
export function friendsFile(friends: ListedFriend[], table: FriendsTable, texts: Texts): ViewFile {
  const { csv } = texts
  return csvFile(
    nameOfFile(table),
    [
      csv.steamId,
      csv.name,
      csv.result,
      ...banColumns.header(texts),
      csv.rustHours,
      csv.rustMinutes,
      csv.friendSince,
      csv.befriended,
      csv.profile,
    ],
    friends.map((friend) => {
      const { steamId } = friend
      const profile = toProfileUrl(steamId)
      if (!isChecked(friend)) {
        const name = friend.name === null ? '' : plainDisplayName(friend.name, texts)
        const noBans = banColumns.header(texts).map(() => '')
        return [steamId, name, csv.results.unavailable, ...noBans, csv.unknown, '', toDay(friend.since), '', profile]
      }
      const { personaname, banDetails, friendSince, banned } = friend
      return [
        steamId,
        plainDisplayName(personaname, texts),
        csv.results[banStatusOf(banDetails)],
        ...banColumns.cells(banDetails, texts),
        ...hoursCells(friend, texts),
        toDay(friendSince),
        banned ? csv.befriendedResults[friendshipVersusBan(friend, table.fetchedAt)] : '',
        profile,
      ]
    }),
  )
}

/** `friends-<id>-101-to-200-vac-within-30-days.csv`; a part or filter that leaves nothing out is not in it. */
function nameOfFile({ steamId, total, totalFriends, filter: { kind, within, offset } }: FriendsTable): string {
  return [
    `friends-${steamId}`,
    ...(total < totalFriends ? [`-${offset + 1}-to-${offset + total}`] : []),
    ...(kind === 'any' ? [] : [`-${kind}`]),
    ...(within === null ? [] : [`-within-${within}-days`]),
    '.csv',
  ].join('')
}

/** Full hours, and the minutes beyond them: a decimal sign would be misread by spreadsheets of other languages. */
function hoursCells({ rustHours, unavailable }: FriendEntry, { csv }: Texts): (string | number)[] {
  if (unavailable.length > 0) return [csv.unknown, '']
  if (rustHours === null) return [csv.private, '']
  const minutes = Math.round(rustHours * 60)
  return [Math.floor(minutes / 60), minutes % 60]
}

const toDay = (seconds: number) => (seconds === 0 ? '' : new Date(seconds * 1000).toISOString().slice(0, 10))

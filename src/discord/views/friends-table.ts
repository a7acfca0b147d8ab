import type { FriendEntry } from '../../model/account.ts'
import { toProfileUrl, type SteamId } from '../../model/steam-id.ts'
import { csvFile } from '../csv.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewFile } from '../view.ts'
import { banColumns, banStatusOf, resultWithoutProfile } from './bans.ts'
import { friendshipVersusBan } from './friend.ts'
import { hasProfile, isChecked, type FriendFilter, type ListedFriend } from './friend-filter.ts'
import { plainDisplayName } from './parts.ts'

/** The scan that a table belongs to. Its file name says which part and which filter. */
interface TableScope {
  steamId: SteamId
  /** Friends that were checked. */
  total: number
  totalFriends: number
  filter: FriendFilter
  /** When the oldest ban record was fetched, Unix seconds. */
  fetchedAt: number
}

/** The listed friends of an account as a CSV file. */
export function friendsTable(friends: ListedFriend[], scope: TableScope, texts: Texts): ViewFile {
  const { csv } = texts
  return csvFile(
    fileName(scope),
    [
      csv.steamId,
      csv.name,
      csv.result,
      ...banColumns.header(texts),
      csv.rustHours,
      csv.rustMinutes,
      csv.friendSince,
      csv.friendshipBegan,
      csv.profile,
      csv.note,
    ],
    friends.map((friend) => rowOf(friend, scope.fetchedAt, texts)),
  )
}

function rowOf(friend: ListedFriend, fetchedAt: number, texts: Texts): (string | number)[] {
  const { csv } = texts
  const { steamId } = friend
  const profile = toProfileUrl(steamId)
  if (!isChecked(friend)) {
    const name = friend.name === null ? '' : plainDisplayName(friend.name, texts)
    const noBans = banColumns.cells(null, texts)
    const since = formatDay(friend.since)
    return [steamId, name, csv.results.unavailable, ...noBans, csv.unknown, '', since, '', profile, '']
  }
  const bans = banColumns.cells(friend.banDetails, texts)
  if (!hasProfile(friend)) {
    const result = resultWithoutProfile(friend.banDetails, csv)
    return [steamId, '', result, ...bans, csv.unknown, '', '', '', profile, csv.results.noProfile]
  }
  const { personaname, banDetails, friendSince, banned } = friend
  return [
    steamId,
    plainDisplayName(personaname, texts),
    csv.results[banStatusOf(banDetails)],
    ...bans,
    ...hoursCells(friend, texts),
    formatDay(friendSince),
    banned ? csv.friendshipResults[friendshipVersusBan(friend, fetchedAt)] : '',
    profile,
    '',
  ]
}

/** `friends-<id>-101-to-200-vac-within-30-days.csv`, without the part and filter that do not apply. */
function fileName({ steamId, total, totalFriends, filter: { kind, within, offset } }: TableScope): string {
  return [
    `friends-${steamId}`,
    ...(total < totalFriends ? [`-${offset + 1}-to-${offset + total}`] : []),
    ...(kind === 'any' ? [] : [`-${kind}`]),
    ...(within === null ? [] : [`-within-${within}-days`]),
    '.csv',
  ].join('')
}

/** Full hours and remaining minutes, because spreadsheets of some languages misread a decimal point. */
function hoursCells({ rustHours, unavailable }: FriendEntry, { csv }: Texts): (string | number)[] {
  if (unavailable.length > 0) return [csv.unknown, '']
  if (rustHours === null) return [csv.private, '']
  const minutes = Math.round(rustHours * 60)
  return [Math.floor(minutes / 60), minutes % 60]
}

const formatDay = (seconds: number) => (seconds === 0 ? '' : new Date(seconds * 1000).toISOString().slice(0, 10))

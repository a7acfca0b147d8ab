import type { Bans, FriendEntry } from '../../model/account.ts'
import { toProfileUrl } from '../../model/steam-id.ts'
import { banStatusOf, hasBanDate, type WithoutProfile } from './ban-status.ts'
import { hasProfile, isChecked, type ListedFriend, whyWithoutProfile } from './friend-filter.ts'
import { formatCsvTime, type TableRow } from '../../lib/csv-writer.ts'
import { friendshipVersusBan } from './friendship.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { plainDisplayName } from '../../lib/visible-text.ts'

/** The columns of tables about accounts. Each is the key of its title in `csv`. */
type AccountColumn = Exclude<
  keyof AccountTexts['csv'],
  'results' | 'friendshipResults' | 'yes' | 'no' | 'private' | 'unknown'
>

/** Cells by column; a column without a cell is empty. */
export type AccountRow = TableRow<AccountColumn>

const BAN_COLUMNS: AccountColumn[] = ['vacBans', 'gameBans', 'daysSinceLastBan', 'communityBan', 'tradeStatus']
/** The columns that all tables have. */
export const ACCOUNT_COLUMNS: AccountColumn[] = ['steamId', 'name', 'result', ...BAN_COLUMNS]
export const FRIEND_COLUMNS: AccountColumn[] = [
  ...ACCOUNT_COLUMNS,
  ...(['rustHours', 'rustMinutes', 'friendSince', 'friendshipBegan', 'profile', 'note', 'checkedAt'] as const),
]

export function banCells(bans: Bans, { csv }: AccountTexts): AccountRow {
  return {
    vacBans: bans.NumberOfVACBans,
    gameBans: bans.NumberOfGameBans,
    daysSinceLastBan: hasBanDate(bans) ? bans.DaysSinceLastBan : '',
    communityBan: bans.CommunityBanned ? csv.yes : csv.no,
    tradeStatus: bans.EconomyBan,
  }
}

/** The cells of an account without a profile. Its bans are shown, but an account without bans is not called clean. */
export function cellsWithoutProfile(bans: Bans, why: WithoutProfile, texts: AccountTexts): AccountRow {
  const { results } = texts.csv
  const status = banStatusOf(bans)
  const result = results[status === 'clean' ? why : status]
  return { result, ...banCells(bans, texts), note: results[why] }
}

/** The row of a listed friend; `fetchedAt` is when the oldest ban record of the scan was fetched, Unix seconds. */
export function friendRow(friend: ListedFriend, fetchedAt: number, texts: AccountTexts): AccountRow {
  const { csv } = texts
  const { steamId } = friend
  const account = { steamId, profile: toProfileUrl(steamId) }
  if (!isChecked(friend)) {
    const { personaname } = friend
    const name = personaname === null ? '' : plainDisplayName(personaname, texts)
    const friendSince = formatDay(friend.friendSince)
    return { ...account, name, result: csv.results.unavailable, rustHours: csv.unknown, friendSince }
  }
  const { banDetails } = friend
  const checkedAt = formatCsvTime(fetchedAt)
  if (!hasProfile(friend)) {
    return {
      ...account,
      ...cellsWithoutProfile(banDetails, whyWithoutProfile(friend), texts),
      rustHours: csv.unknown,
      checkedAt,
    }
  }
  return {
    ...account,
    name: plainDisplayName(friend.personaname, texts),
    result: csv.results[banStatusOf(banDetails)],
    ...banCells(banDetails, texts),
    ...hoursCells(friend, texts),
    friendSince: formatDay(friend.friendSince),
    friendshipBegan: friend.banned ? csv.friendshipResults[friendshipVersusBan(friend, fetchedAt)] : '',
    checkedAt,
  }
}

/** Hours and minutes as separate integers, because spreadsheets of some languages misread a decimal point. */
function hoursCells({ rustHours, unavailable }: FriendEntry, { csv }: AccountTexts): AccountRow {
  if (unavailable.length > 0) return { rustHours: csv.unknown }
  if (rustHours === null) return { rustHours: csv.private }
  const minutes = Math.round(rustHours * 60)
  return { rustHours: Math.floor(minutes / 60), rustMinutes: minutes % 60 }
}

/** The day of a time in Unix seconds, as spreadsheets read it; empty for 0, an unknown time. */
export const formatDay = (seconds: number) => (seconds === 0 ? '' : new Date(seconds * 1000).toISOString().slice(0, 10))

import type { Bans } from '../src/model/account.ts'
import type { CheckedFriend } from '../src/model/checked-friend.ts'
import { isBanned } from '../src/model/is-banned.ts'
import { hasBanDate } from '../src/accounts/presentation/ban-status.ts'
import type { Language } from '../src/model/language.ts'
import { createTimeAxis, type Tick } from './time-axis.ts'

const DAY_SECONDS = 86_400

/** The last ban of a friend: its date, its position from 0 to 1, and its row, which separates close points; row 0 is at the axis. */
interface BanPoint {
  friend: CheckedFriend
  /** Unix seconds; can be wrong by up to a day. */
  date: number
  x: number
  row: number
}

/** The last bans of friends over time, laid out for a picture. */
export interface FriendTimeline {
  /** In order of time. */
  points: BanPoint[]
  rows: number
  ticks: Tick[]
  /** The last ban of the account itself; null when the account has no ban with a date. */
  own: { date: number; x: number } | null
  /** Number of banned friends whose ban has no date, because they have only a Steam Community ban. */
  undated: number
}

/** A ban record, and when it was fetched, Unix seconds. */
export interface FetchedBans {
  bans: Bans
  fetchedAt: number
}

/**
 * Lays out the timeline of a scan whose ban records were fetched at `fetchedAt`, Unix seconds. `pointWidth` is the minimum distance between
 * two points in one row, a share of the length of the axis.
 */
export function layOutTimeline(
  friends: readonly CheckedFriend[],
  fetchedAt: number,
  account: FetchedBans,
  { pointWidth, language }: { pointWidth: number; language: Language },
): FriendTimeline {
  const banned = friends.filter(({ banDetails }) => isBanned(banDetails))
  const dated = banned
    .flatMap((friend) => {
      const date = dateOfBan({ bans: friend.banDetails, fetchedAt })
      return date === null ? [] : [{ friend, date }]
    })
    .toSorted((a, b) => a.date - b.date)
  const undated = banned.length - dated.length
  const ownDate = dateOfBan(account)
  const dates = [...dated.map(({ date }) => date), ...(ownDate === null ? [] : [ownDate])]
  if (dates.length === 0) return { points: [], rows: 0, ticks: [], own: null, undated }
  const axis = createTimeAxis(Math.min(...dates), Math.max(fetchedAt, ...dates), language)
  const points = stackPoints(
    dated.map((ban) => ({ ...ban, x: axis.place(ban.date) })),
    pointWidth,
  )
  return {
    points,
    rows: Math.max(0, ...points.map(({ row }) => row + 1)),
    ticks: axis.ticks,
    own: ownDate === null ? null : { date: ownDate, x: axis.place(ownDate) },
    undated,
  }
}

/** The time of the last VAC or game ban, Unix seconds; null without such a ban. */
function dateOfBan({ bans, fetchedAt }: FetchedBans): number | null {
  return hasBanDate(bans) ? fetchedAt - bans.DaysSinceLastBan * DAY_SECONDS : null
}

/** Puts each point, in order of time, in the lowest row that has room for it. */
function stackPoints<Point extends { x: number }>(points: Point[], pointWidth: number): (Point & { row: number })[] {
  const endOfRow: number[] = []
  return points.map((point) => {
    const free = endOfRow.findIndex((end) => end <= point.x)
    const row = free === -1 ? endOfRow.length : free
    endOfRow[row] = point.x + pointWidth
    return { ...point, row }
  })
}

import type { Repositories } from '../database/database.ts'
import type { WatchLimits } from './watch-context.ts'
import type { WatchProblem } from '../model/watch.ts'

/** The room that is left on a list, and the limit that bounds it. */
export interface ListRoom {
  room: number
  /** Entries on the list. */
  count: number
  /** What to throw when the room is not enough. */
  problem: Extract<WatchProblem, { limit: number; code: 'list_full' | 'total_full' }>
}

/** How many further entries the list of a server may have. Only in a transaction does the answer hold until it is used. */
export async function findRoom(
  { watches }: Pick<Repositories, 'watches'>,
  guildId: string,
  { maxPerGuild, maxTotal }: WatchLimits,
): Promise<ListRoom> {
  const [count, total] = [await watches.count(guildId), await watches.countAll()]
  const onList = Math.max(0, maxPerGuild - count)
  const inAll = Math.max(0, maxTotal - total)
  return inAll < onList
    ? { room: inAll, count, problem: { code: 'total_full', limit: maxTotal } }
    : { room: onList, count, problem: { code: 'list_full', limit: maxPerGuild } }
}

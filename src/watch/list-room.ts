import type { WatchRepositories } from './database/repositories.ts'
import type { WatchLimits } from './watch-context.ts'
import type { WatchProblem } from '../model/watch.ts'

/** The number of entries that still fit on a list, and the limit that applies. */
export interface ListRoom {
  room: number
  /** Number of entries on the list. */
  count: number
  /** The problem to throw when more are added. */
  problem: Extract<WatchProblem, { limit: number; code: 'list_full' | 'total_full' }>
}

/** Finds how many further entries the list of a server may have. The result stays valid only within the transaction. */
export async function findRoom(
  { watches }: Pick<WatchRepositories, 'watches'>,
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

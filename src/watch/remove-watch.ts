import type { Clock } from '../lib/clock.ts'
import type { Actor } from '../model/actor.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type Watch, type WatchAction, WatchError } from '../model/watch.ts'
import type { WatchPrecondition } from './put-watch.ts'
import type { WatchContext } from './watch-context.ts'

/** Removes an account from the list of a server; returns its entry. Throws what `precondition` throws about the entry, or `not_watched`. */
export async function removeWatch(
  { database, clock }: Pick<WatchContext, 'database'> & { clock: Pick<Clock, 'unixSeconds'> },
  { guildId, locale, userId, steamId }: Actor & { steamId: SteamId },
  precondition: WatchPrecondition = () => {},
): Promise<Watch> {
  return database.transaction(async ({ guilds, watches, audit }) => {
    const now = clock.unixSeconds()
    const current = await watches.get(guildId, steamId)
    precondition(current ?? null)
    const removed = await watches.remove(guildId, steamId, { at: now, author: userId })
    if (!removed) throw new WatchError({ code: 'not_watched', steamId })
    await guilds.touch(guildId, locale, now, userId)
    await audit.add([
      { guildId, at: now, userId, action: 'removed' satisfies WatchAction, steamId, detail: removed.reason },
    ])
    return removed
  })
}

/** Removes from their lists all entries whose `until` has passed; returns the number of removed entries. */
export async function expireWatches({ database }: Pick<WatchContext, 'database'>, now: number): Promise<number> {
  return database.transaction(async ({ watches, audit }) => {
    const expired = await watches.expired(now)
    for (const { guildId, steamId } of expired) await watches.remove(guildId, steamId, { at: now, author: null })
    await audit.add(
      expired.map(({ guildId, steamId, reason }) => ({
        guildId,
        at: now,
        userId: null,
        action: 'expired' satisfies WatchAction,
        steamId,
        detail: reason,
      })),
    )
    return expired.length
  })
}

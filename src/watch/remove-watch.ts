import { type Watch, WatchError } from '../model/watch.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'

/** Takes an account off the list of a server; returns the entry that it had. Throws `not_watched`. */
export async function removeWatch(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  { guildId, locale, userId, steamId }: Actor & { steamId: SteamId },
): Promise<Watch> {
  return database.transaction(async ({ guilds, watches, audit }) => {
    const removed = await watches.remove(guildId, steamId)
    if (!removed) throw new WatchError({ code: 'not_watched', steamId })
    const now = clock.unixSeconds()
    await guilds.touch(guildId, locale, now)
    await audit.add([{ guildId, at: now, userId, action: 'removed', steamId, detail: removed.reason }])
    return removed
  })
}

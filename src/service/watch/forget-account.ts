import type { SteamId } from '../../model/steam-id.ts'
import type { Actor, WatchContext } from './watch-context.ts'

/**
 * Takes an account off the list, the log and the waiting alerts of a server. Returns whether it was on the list. The log notes
 * who did it, not about which account.
 */
export async function forgetAccount(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  { guildId, locale, userId, steamId }: Actor & { steamId: SteamId },
): Promise<{ wasWatched: boolean }> {
  return database.transaction(async ({ guilds, watches, outbox, audit }) => {
    const now = clock.unixSeconds()
    const removed = await watches.remove(guildId, steamId)
    await outbox.forget(guildId, steamId)
    await audit.forget(guildId, steamId)
    await guilds.touch(guildId, locale, now)
    await audit.add([{ guildId, at: now, userId, action: 'forgotten', steamId: null, detail: '' }])
    return { wasWatched: removed !== undefined }
  })
}

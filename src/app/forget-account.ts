import type { WatchAction } from '../model/watch.ts'
import type { Clock } from '../lib/clock.ts'
import type { Actor } from '../model/actor.ts'
import type { SteamId } from '../model/steam-id.ts'
import { forgetInPolicy } from '../policy/exceptions.ts'
import type { StoredBans } from '../bans/stored-bans.ts'
import type { Forgotten } from '../watch/discord/forget-view.ts'
import type { Database } from './database.ts'

export interface ForgetOptions {
  database: Database
  clock: Pick<Clock, 'unixSeconds'>
  policies: { reload: () => Promise<void> }
  bans: Pick<StoredBans, 'reload'>
  /** Drops the joins of an account at a Discord server that are recorded but not stored yet. */
  dropJoins: (guildId: string, steamId: SteamId) => Promise<void>
}

/**
 * Deletes an account from the watch list, the logs, the half-finished actions, the waiting alerts, the policy (exception, joins and refusals), the events and the ended
 * bans of a server, and its active ban with `liftsBan`. The log records who did that, but not the account. Tools that follow the lists have to
 * read them again.
 */
export async function forgetAccount(
  { database, clock, policies, bans: lists, dropJoins }: ForgetOptions,
  { guildId, locale, userId, steamId, liftsBan = false }: Actor & { steamId: SteamId; liftsBan?: boolean },
): Promise<Forgotten> {
  await dropJoins(guildId, steamId)
  const forgotten = await database.transaction(async (repositories) => {
    const { guilds, watches, outbox, events, bans, audit, pending } = repositories
    const now = clock.unixSeconds()
    const removed = await watches.remove(guildId, steamId, undefined)
    await outbox.forget(guildId, steamId)
    const hadException = await forgetInPolicy(repositories, guildId, steamId)
    const isBanned = (await bans.activeOf(guildId, [steamId], now)).length > 0
    const deleted =
      (await bans.forget(guildId, { steamId, lifts: liftsBan, now })) + (await events.forget(guildId, steamId))
    if (removed || deleted > 0) await events.reset([guildId], now)
    await audit.forget(guildId, steamId)
    await pending.forget(guildId, steamId)
    await guilds.touch(guildId, locale, now)
    await audit.add([
      { guildId, at: now, userId, action: 'forgotten' satisfies WatchAction, steamId: null, detail: '' },
    ])
    const ban: Forgotten['ban'] = isBanned ? (liftsBan ? 'lifted' : 'stays') : 'none'
    return { wasWatched: removed !== undefined, hadException, ban }
  })
  await Promise.all([policies.reload(), lists.reload()])
  return forgotten
}

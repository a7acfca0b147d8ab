import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'

/**
 * Deletes an account from the list, the logs, the waiting alerts and the policy of a server: exception, joins and refusals. Returns whether
 * it was on the list, and whether it had an exception. The log records who did it, but not the account.
 */
export async function forgetAccount(
  {
    database,
    clock,
    otherData,
  }: Pick<WatchContext, 'database' | 'otherData'> & {
    clock: Pick<WatchContext['clock'], 'unixSeconds'>
  },
  { guildId, locale, userId, steamId }: Actor & { steamId: SteamId },
): Promise<{ wasWatched: boolean; hadException: boolean }> {
  await otherData.drop(guildId, steamId)
  const forgotten = await database.transaction(async (repositories) => {
    const { guilds, watches, outbox, audit } = repositories
    const now = clock.unixSeconds()
    const removed = await watches.remove(guildId, steamId)
    await outbox.forget(guildId, steamId)
    const hadException = await otherData.forget(repositories, guildId, steamId)
    await audit.forget(guildId, steamId)
    await guilds.touch(guildId, locale, now)
    await audit.add([{ guildId, at: now, userId, action: 'forgotten', steamId: null, detail: '' }])
    return { wasWatched: removed !== undefined, hadException }
  })
  await otherData.reload()
  return forgotten
}

import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'

/**
 * Takes an account off the list, the logs and the waiting alerts of a server, and out of its policy: exception, joins, refusals.
 * Returns whether it was on the list, and whether it had an exception. The log notes who did it, not about which account.
 */
export async function forgetAccount(
  {
    database,
    clock,
    policies,
    forgetJoins,
  }: Pick<WatchContext, 'database' | 'policies' | 'forgetJoins'> & {
    clock: Pick<WatchContext['clock'], 'unixSeconds'>
  },
  { guildId, locale, userId, steamId }: Actor & { steamId: SteamId },
): Promise<{ wasWatched: boolean; hadException: boolean }> {
  await forgetJoins(guildId, steamId)
  const forgotten = await database.transaction(async (repositories) => {
    const { guilds, watches, outbox, policyExceptions, joins, refusals, audit } = repositories
    const now = clock.unixSeconds()
    const removed = await watches.remove(guildId, steamId)
    await outbox.forget(guildId, steamId)
    const exception = await policyExceptions.remove(guildId, steamId)
    await joins.forget(guildId, steamId)
    await refusals.forget(guildId, steamId)
    await audit.forget(guildId, steamId)
    await guilds.touch(guildId, locale, now)
    await audit.add([{ guildId, at: now, userId, action: 'forgotten', steamId: null, detail: '' }])
    return { wasWatched: removed !== undefined, hadException: exception !== undefined }
  })
  await policies.reload()
  return forgotten
}

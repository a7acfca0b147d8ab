import type { Watch } from '../model/watch.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'

/**
 * The entry of an account on the list of a server; null when it is not on it. For the server alone: never for a posted message
 * or the API. Rejects with a DatabaseError, which must not make a look-up fail.
 */
export async function findWatch(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  steamId: SteamId,
): Promise<Watch | null> {
  return (await database.read(({ watches }) => watches.get(guildId, steamId))) ?? null
}

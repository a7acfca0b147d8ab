import { createLru } from '../lib/lru.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'

const NOTED_EVERY_SECONDS = 86_400
/** Maximum number of accounts whose last recorded name is kept in memory, so that an equal name is not written again within a day. */
const MAX_REMEMBERED = 10_000

/**
 * Creates a function that records the name of a watched account from a lookup; names of other accounts are not stored. It rejects with a
 * DatabaseError; the next lookup then records the name.
 */
export function createNameRecorder({ database, clock, watched }: Pick<WatchContext, 'database' | 'clock' | 'watched'>) {
  const noted = createLru<{ name: string; at: number }>(MAX_REMEMBERED)
  return async (steamId: SteamId, name: string): Promise<void> => {
    if (!watched.has(steamId)) return
    const at = clock.unixSeconds()
    const last = noted.get(steamId)
    if (last?.name === name && at - last.at < NOTED_EVERY_SECONDS) return
    noted.set(steamId, { name, at })
    try {
      await database.transaction(({ accountNames }) => accountNames.note(steamId, name, at))
    } catch (error) {
      noted.delete(steamId)
      throw error
    }
  }
}

/** The earlier names of a watched account, most recent first. */
export async function findEarlierNames(
  { database }: Pick<WatchContext, 'database'>,
  steamId: SteamId,
  currentName: string,
): Promise<string[]> {
  const seen = await database.read(({ accountNames }) => accountNames.list(steamId))
  return seen.map(({ name }) => name).filter((name) => name !== currentName)
}

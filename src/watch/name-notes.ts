import { createLru } from '../lib/lru.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WatchContext } from './watch-context.ts'

const NOTED_EVERY_SECONDS = 86_400
/** Accounts whose last noted name is remembered, so that the same name is not written again within a day. */
const MAX_REMEMBERED = 10_000

/**
 * Creates a function that notes the name of an account on a watch list, as a look-up shows it; of other accounts nothing is
 * stored. It rejects with a DatabaseError; the next look-up then notes the name.
 */
export function createNameNotes({ database, clock, watched }: Pick<WatchContext, 'database' | 'clock' | 'watched'>) {
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

/** The names that an account on a watch list was seen with before its current one, the last seen first. */
export async function findEarlierNames(
  { database }: Pick<WatchContext, 'database'>,
  steamId: SteamId,
  currentName: string,
): Promise<string[]> {
  const seen = await database.read(({ accountNames }) => accountNames.list(steamId))
  return seen.map(({ name }) => name).filter((name) => name !== currentName)
}

import type { WatchDatabase } from './database/repositories.ts'
import type { SteamId } from '../model/steam-id.ts'

/** Number of accounts that are read at once. */
const PART = 2_000

/**
 * The watched accounts in memory, so that a lookup of any other account needs no database. Until the next load, removed accounts may be
 * included, and accounts that another process has added may be missing.
 */
export interface WatchedIds {
  has(steamId: SteamId): boolean
  add(steamIds: Iterable<SteamId>): void
  /** Loads the accounts from the database. */
  load(database: WatchDatabase): Promise<void>
  readonly size: number
}

export function createWatchedIds(): WatchedIds {
  let ids = new Set<SteamId>()
  /** Accounts that were added during a load, because the load may have read the database before; undefined at other times. */
  let added: Set<SteamId> | undefined
  const add = (steamIds: Iterable<SteamId>): void => {
    for (const steamId of steamIds) {
      ids.add(steamId)
      added?.add(steamId)
    }
  }
  return {
    has: (steamId) => ids.has(steamId),
    add,
    async load(database) {
      const addedMeanwhile = new Set<SteamId>()
      added = addedMeanwhile
      try {
        const loaded = await loadAll(database)
        for (const steamId of addedMeanwhile) loaded.add(steamId)
        ids = loaded
      } finally {
        added = undefined
      }
    },
    get size() {
      return ids.size
    },
  }
}

/**
 * Reads in parts, because 100,000 rows at once would take about 40 MB outside the heap, which the process would keep. Accounts that are
 * added meanwhile may be missing.
 */
async function loadAll(database: WatchDatabase): Promise<Set<SteamId>> {
  const loaded = new Set<SteamId>()
  for (let last: SteamId | undefined; ;) {
    const after = last
    const part = await database.read(({ watches }) => watches.watchedSteamIds(PART, after))
    for (const steamId of part) loaded.add(steamId)
    last = part.at(-1)
    if (part.length < PART) return loaded
  }
}

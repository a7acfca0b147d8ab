import { createBatchQueue } from '../lib/batch-queue.ts'
import type { Clock, Dated } from '../model/dated.ts'
import { getPlayerBans } from './bans.ts'
import { getFriendList } from './friends.ts'
import { getInventoryPage } from './inventory.ts'
import { getRustHours } from './rust-hours.ts'
import { getUserStats } from './rust-stats.ts'
import type { Steam } from './steam.ts'
import { getSummaries } from './summaries.ts'
import type { SteamCall, SteamMethod } from './transport.ts'
import { resolveVanityUrl } from './vanity.ts'

/** Ids one call of a batched method takes; Steam refuses more. */
const MAX_BATCH = 100
/** With two calls under way a partial batch waits for company, at most this long. */
const BATCHING = { maxBatch: MAX_BATCH, busyAt: 2, maxWaitMs: 25 }

export interface SteamOptions {
  call: SteamCall
  clock: Clock
  /** Hears of every question, before those of several callers become one call. */
  onQuestion: (method: SteamMethod) => void
  /** Hears how many counters Steam sent that the statistics mapping does not know. */
  onUnknownStats: (count: number) => void
}

/** Steam, asked anew for every question; names and bans of different callers share calls. */
export function createSteam({ call, clock, onQuestion, onUnknownStats }: SteamOptions): Steam {
  const summaries = createBatchQueue({ ...BATCHING, load: (steamIds, caller) => getSummaries(call, steamIds, caller) })
  const bans = createBatchQueue({ ...BATCHING, load: (steamIds, caller) => getPlayerBans(call, steamIds, caller) })
  const dated = async <T>(method: SteamMethod, answer: Promise<T>): Promise<Dated<T>> => {
    onQuestion(method)
    const value = await answer
    const now = clock()
    return { value, fetchedAt: now, expiresAt: now }
  }
  return {
    getSummary: (steamId, caller) => dated('summaries', summaries.ask(steamId, caller)),
    getBans: (steamId, caller) => dated('bans', bans.ask(steamId, caller)),
    resolveVanityName: (name, caller) => dated('vanity', resolveVanityUrl(call, name, caller)),
    getFriends: (steamId, caller) => dated('friends', getFriendList(call, steamId, caller)),
    getRustHours: (steamId, caller) => dated('games', getRustHours(call, steamId, caller)),
    getRustStats: (steamId, caller) => dated('stats', getUserStats(call, steamId, caller, onUnknownStats)),
    getInventory: (steamId, caller) => dated('inventory', getInventoryPage(call, steamId, caller)),
  }
}

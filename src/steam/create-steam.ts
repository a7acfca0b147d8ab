import { createBatchQueue } from '../lib/batch-queue.ts'
import { plainClock } from '../lib/loop-clock.ts'
import type { LoopClock } from '../lib/loop-clock.ts'
import type { Clock, Cached } from '../model/cached.ts'
import { getPlayerBans } from './methods/get-player-bans.ts'
import { getFriendList } from './methods/get-friend-list.ts'
import { getInventoryPage } from './methods/get-inventory-page.ts'
import { getRustHours } from './methods/get-rust-hours.ts'
import { getUserStats } from './methods/get-rust-stats.ts'
import type { Steam } from './steam.ts'
import { getSummaries, getWitnessedSummaries } from './methods/get-player-summaries.ts'
import type { SteamCall } from './upstream/request.ts'
import { resolveVanityUrl } from './methods/resolve-vanity-url.ts'

/** Ids one call of a batched method takes; Steam refuses more. */
const MAX_BATCH = 100
/** With two calls under way a partial batch waits for company, at most for half of what a call to Steam usually takes. */
const BATCHING = { maxBatch: MAX_BATCH, busyAt: 2, maxWaitMs: 50, longestWaitMs: 500 }

export interface SteamOptions {
  call: SteamCall
  clock: Clock
  /** Tells whether our own event loop is busy. */
  loop?: LoopClock
  /** Hears how many counters Steam sent that the statistics mapping does not know. */
  onUnknownStats: (count: number) => void
}

/** Steam, asked anew for every question; names and bans of different callers share calls. */
export function createSteam({ call, clock, loop = plainClock, onUnknownStats }: SteamOptions): Steam {
  const batching = { ...BATCHING, loop }
  const summaries = createBatchQueue({
    ...batching,
    load: (steamIds, callContext) => getSummaries(call, steamIds, callContext),
  })
  const witnessed = createBatchQueue({
    ...batching,
    // One place is the witness's.
    maxBatch: MAX_BATCH - 1,
    load: (steamIds, callContext) => getWitnessedSummaries(call, steamIds, callContext),
  })
  const bans = createBatchQueue({
    ...batching,
    load: (steamIds, callContext) => getPlayerBans(call, steamIds, callContext),
  })
  const cached = async <T>(answer: Promise<T>): Promise<Cached<T>> => {
    const value = await answer
    const now = clock()
    return { value, fetchedAt: now, expiresAt: now }
  }
  return {
    getSummary: (steamId, callContext) => cached(summaries.ask(steamId, callContext)),
    confirmSummary: (steamId, callContext) => cached(witnessed.ask(steamId, callContext)),
    getBans: (steamId, callContext) => cached(bans.ask(steamId, callContext)),
    resolveVanityName: (name, callContext) => cached(resolveVanityUrl(call, name, callContext)),
    getFriends: (steamId, callContext) => cached(getFriendList(call, steamId, callContext)),
    getRustHours: (steamId, callContext) => cached(getRustHours(call, steamId, callContext)),
    getRustStats: (steamId, callContext) => cached(getUserStats(call, steamId, callContext, onUnknownStats)),
    getInventory: (steamId, callContext) => cached(getInventoryPage(call, steamId, callContext)),
  }
}

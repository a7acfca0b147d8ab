import { createBatchQueue } from '../lib/batch-queue.ts'
import { plainClock, type LoopClock } from '../lib/loop-clock.ts'
import type { WallClock } from '../lib/clock.ts'
import type { Cached } from '../model/cached.ts'
import { getPlayerBans } from './methods/get-player-bans.ts'
import { getFriendList } from './methods/get-friend-list.ts'
import { getInventoryPage } from './methods/get-inventory-page.ts'
import { getRustHours } from './methods/get-rust-hours.ts'
import { getUserStats } from './methods/get-rust-stats.ts'
import type { Steam } from './steam.ts'
import { getSummaries, getConfirmedSummaries } from './methods/get-player-summaries.ts'
import type { SteamCall } from './upstream/request.ts'
import { resolveVanityUrl } from './methods/resolve-vanity-url.ts'

const MAX_BATCH = 100
/** With two calls in flight a partial batch waits for more ids, at most half the usual latency of a call. */
const BATCHING = { maxBatch: MAX_BATCH, busyAt: 2, maxWaitMs: 50, longestWaitMs: 500 }

export interface SteamOptions {
  call: SteamCall
  clock: WallClock
  /** Measures whether our own event loop is busy. */
  loop?: LoopClock
  /** Called with the number of counters that the statistics mapping does not know. */
  onUnknownStats: (count: number) => void
}

/** Steam without a cache; summaries and bans of different requests are batched. */
export function createSteam({ call, clock, loop = plainClock, onUnknownStats }: SteamOptions): Steam {
  const batching = { ...BATCHING, loop }
  const summaries = createBatchQueue({
    ...batching,
    load: (steamIds, callContext) => getSummaries(call, steamIds, callContext),
  })
  const confirmedSummaries = createBatchQueue({
    ...batching,
    // One id of each call is the known account.
    maxBatch: MAX_BATCH - 1,
    load: (steamIds, callContext) => getConfirmedSummaries(call, steamIds, callContext),
  })
  const bans = createBatchQueue({
    ...batching,
    load: (steamIds, callContext) => getPlayerBans(call, steamIds, callContext),
  })
  const cached = async <T>(answer: Promise<T>): Promise<Cached<T>> => {
    const value = await answer
    const now = clock.unixSeconds()
    return { value, fetchedAt: now, expiresAt: now }
  }
  return {
    getSummary: (steamId, callContext) => cached(summaries.ask(steamId, callContext)),
    confirmSummary: (steamId, callContext) => cached(confirmedSummaries.ask(steamId, callContext)),
    getBans: (steamId, callContext) => cached(bans.ask(steamId, callContext)),
    resolveVanityName: (name, callContext) => cached(resolveVanityUrl(call, name, callContext)),
    getFriends: (steamId, callContext) => cached(getFriendList(call, steamId, callContext)),
    getRustHours: (steamId, callContext) => cached(getRustHours(call, steamId, callContext)),
    getRustStats: (steamId, callContext) => cached(getUserStats(call, steamId, callContext, onUnknownStats)),
    getInventory: (steamId, callContext) => cached(getInventoryPage(call, steamId, callContext)),
  }
}

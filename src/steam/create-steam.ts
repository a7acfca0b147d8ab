import { createBatchQueue } from '../lib/batch-queue.ts'
import { plainClock, type LoopClock } from '../lib/loop-clock.ts'
import type { WallClock } from '../lib/clock.ts'
import type { Cached } from '../model/cached.ts'
import { getBanRecords } from './methods/get-ban-records.ts'
import { getPlayerBans } from './methods/get-player-bans.ts'
import { getFriendList } from './methods/get-friend-list.ts'
import { getInventoryPage } from './methods/get-inventory-page.ts'
import { getRustHours } from './methods/get-rust-hours.ts'
import { getRustStats } from './methods/get-rust-stats.ts'
import type { Steam } from './steam.ts'
import { getSummaries, getConfirmedSummaries } from './methods/get-player-summaries.ts'
import type { RecordMethod } from './methods/read-records.ts'
import { resolveVanityUrl } from './methods/resolve-vanity-url.ts'
import type { SteamCall } from './upstream/request.ts'

const MAX_BATCH = 100
/** With two calls in flight a partial batch waits for more ids: half the usual latency of a call, longer on a busy event loop. */
const BATCHING = { busyAt: 2, maxWaitMs: 50, maxBusyWaitMs: 500 }

export interface SteamOptions {
  call: SteamCall
  clock: WallClock
  /** Measures whether our own event loop is busy. */
  loop?: LoopClock
  /** Called with the number of counters that the statistics mapping does not know. */
  onUnknownStats: (count: number) => void
}

/** Steam without a cache: answers expire at once. Queues collect the summaries and bans of different requests in batches. */
export function createSteam({ call, clock, loop = plainClock, onUnknownStats }: SteamOptions): Steam {
  const createQueue = <V>(method: RecordMethod<V>, maxBatch = MAX_BATCH) =>
    createBatchQueue({ ...BATCHING, maxBatch, loop, load: (keys, callContext) => method(call, keys, callContext) })
  const summaries = createQueue(getSummaries)
  // One id of each call is the known account.
  const confirmedSummaries = createQueue(getConfirmedSummaries, MAX_BATCH - 1)
  const bans = createQueue(getPlayerBans)
  const withTimes = async <T>(answer: Promise<T>): Promise<Cached<T>> => {
    const value = await answer
    const now = clock.unixSeconds()
    return { value, fetchedAt: now, expiresAt: now }
  }
  return {
    getSummary: (steamId, callContext) => withTimes(summaries.ask(steamId, callContext)),
    confirmSummary: (steamId, callContext) => withTimes(confirmedSummaries.ask(steamId, callContext)),
    getBans: (steamId, callContext) => withTimes(bans.ask(steamId, callContext)),
    confirmBans: (steamId, callContext) => withTimes(bans.ask(steamId, callContext)),
    getBanRecords: (steamIds, callContext) => getBanRecords(call, steamIds, callContext),
    resolveVanityName: (name, callContext) => withTimes(resolveVanityUrl(call, name, callContext)),
    getFriends: (steamId, callContext) => withTimes(getFriendList(call, steamId, callContext)),
    getRustHours: (steamId, callContext) => withTimes(getRustHours(call, steamId, callContext)),
    getRustStats: (steamId, callContext) => withTimes(getRustStats(call, steamId, callContext, onUnknownStats)),
    getInventory: (steamId, callContext) => withTimes(getInventoryPage(call, steamId, callContext)),
  }
}

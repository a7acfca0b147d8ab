import { createBatchQueue } from '../lib/batch-queue.ts'
import { plainClock } from '../lib/loop-clock.ts'
import type { LoopClock } from '../lib/loop-clock.ts'
import type { Clock, Dated } from '../model/dated.ts'
import { getPlayerBans } from './bans.ts'
import { getFriendList } from './friends.ts'
import { getInventoryPage } from './inventory.ts'
import { getRustHours } from './rust-hours.ts'
import { getUserStats } from './rust-stats.ts'
import type { Steam } from './steam.ts'
import { getSummaries, getWitnessedSummaries } from './summaries.ts'
import type { SteamCall } from './transport.ts'
import { resolveVanityUrl } from './vanity.ts'

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
  const summaries = createBatchQueue({ ...batching, load: (steamIds, caller) => getSummaries(call, steamIds, caller) })
  const witnessed = createBatchQueue({
    ...batching,
    // One place is the witness's.
    maxBatch: MAX_BATCH - 1,
    load: (steamIds, caller) => getWitnessedSummaries(call, steamIds, caller),
  })
  const bans = createBatchQueue({ ...batching, load: (steamIds, caller) => getPlayerBans(call, steamIds, caller) })
  const dated = async <T>(answer: Promise<T>): Promise<Dated<T>> => {
    const value = await answer
    const now = clock()
    return { value, fetchedAt: now, expiresAt: now }
  }
  return {
    getSummary: (steamId, caller) => dated(summaries.ask(steamId, caller)),
    confirmSummary: (steamId, caller) => dated(witnessed.ask(steamId, caller)),
    getBans: (steamId, caller) => dated(bans.ask(steamId, caller)),
    resolveVanityName: (name, caller) => dated(resolveVanityUrl(call, name, caller)),
    getFriends: (steamId, caller) => dated(getFriendList(call, steamId, caller)),
    getRustHours: (steamId, caller) => dated(getRustHours(call, steamId, caller)),
    getRustStats: (steamId, caller) => dated(getUserStats(call, steamId, caller, onUnknownStats)),
    getInventory: (steamId, caller) => dated(getInventoryPage(call, steamId, caller)),
  }
}

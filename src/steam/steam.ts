import { createBatchQueue } from '../lib/batch-queue.ts'
import type { CallContext } from '../lib/call-context.ts'
import type { WallClock } from '../lib/clock.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type FriendList, getFriendList } from './methods/get-friend-list.ts'
import { getInventoryPage, type InventoryPage, type InventoryPlace } from './methods/get-inventory-page.ts'
import { type BanRecords, getBanRecords, getPlayerBans } from './methods/get-player-bans.ts'
import { getConfirmedSummaries, getSummaries, type Summary } from './methods/get-player-summaries.ts'
import { getRustHours, type RustHours } from './methods/get-rust-hours.ts'
import { getRustStats, type StatsAnswer } from './methods/get-rust-stats.ts'
import type { RecordMethod } from './methods/read-records.ts'
import { resolveVanityUrl } from './methods/resolve-vanity-url.ts'
import type { SteamCall } from './upstream/request.ts'

/**
 * The calls to Steam that the service can make, each about one account, except `getBanRecords`. A call passes the cache
 * (`cached-steam.ts`), for profiles and bans a batch queue (`createSteam`), the function of its method (`methods`), and the client of its
 * host, which `upstream/transport.ts` chooses. The client (`upstream/client.ts`) adds deadline, retries, guards and the queue, and sends the
 * call over HTTP.
 *
 * Every method rejects with a RapsheetError when Steam gives no usable answer, and with the abort reason when the call context is aborted.
 */
export interface Steam {
  /** The public profile of an account; null when Steam has no profile. */
  getSummary(steamId: SteamId, callContext: CallContext): Promise<Cached<Summary | null>>
  /**
   * Asks Steam again for a profile, bypassing the cache, and in the same call for an account that is known to exist. Null proves that there
   * is no profile, because the same answer contains the known account.
   */
  confirmSummary(steamId: SteamId, callContext: CallContext): Promise<Cached<Summary | null>>
  /** The ban record of an account; null when Steam has no record, which is not the same as a clean record. */
  getBans(steamId: SteamId, callContext: CallContext): Promise<Cached<Bans | null>>
  /** Asks Steam again for a ban record, bypassing the cache, because Steam sometimes leaves a record out or sends an unusable record. */
  confirmBans(steamId: SteamId, callContext: CallContext): Promise<Cached<Bans | null>>
  /**
   * The current ban records of up to 100 accounts, in one call without cache and batch queue. Accounts for which Steam sends null or no
   * record are missing from the map; unknown fields of a record are absent.
   */
  getBanRecords(steamIds: SteamId[], callContext: CallContext): Promise<BanRecords>
  /** The account with a vanity name; null when no account has it. */
  resolveVanityName(name: string, callContext: CallContext): Promise<Cached<SteamId | null>>
  /** The friendships of an account, newest first; null when the list is private. */
  getFriends(steamId: SteamId, callContext: CallContext): Promise<Cached<FriendList | null>>
  /** Hours in Rust; 0 when not owned, null when hidden. */
  getRustHours(steamId: SteamId, callContext: CallContext): Promise<Cached<RustHours | null>>
  /** Rust statistics, or why there are none. */
  getRustStats(steamId: SteamId, callContext: CallContext): Promise<Cached<StatsAnswer>>
  /** 50 items of an inventory; null when it is private. */
  getInventory(place: InventoryPlace, callContext: CallContext): Promise<Cached<InventoryPage | null>>
}

type StaleMethod = 'getSummary' | 'getBans' | 'resolveVanityName' | 'getFriends' | 'getRustHours'

/**
 * Functions that read the last answer for a key, current or expired, when Steam fails (stale-if-error). They never call Steam, and return
 * undefined if no answer is stored or it is too old.
 */
export type StaleAnswers = {
  [Method in StaleMethod]: (key: string) => Promise<Awaited<ReturnType<Steam[Method]>> | undefined>
}

type RememberedMethod = 'getSummary' | 'getBans' | 'getRustHours' | 'getFriends'

/**
 * Functions that read answers from memory, without a promise. They return undefined if memory has no answer, or only an answer that is
 * older than the call context accepts. Verdicts and lookups use them, because even a settled promise costs measurable time.
 */
export type RememberedAnswers = {
  [Method in RememberedMethod]: (
    steamId: SteamId,
    callContext: CallContext,
  ) => Awaited<ReturnType<Steam[Method]>> | undefined
}

const MAX_BATCH = 100
/** While two calls are in flight, a partial batch waits for more ids: for half the usual latency of a call, longer on a busy event loop. */
const BATCHING = { busyAt: 2, maxWaitMs: 50, maxBusyWaitMs: 2_000 }

interface SteamOptions {
  call: SteamCall
  clock: WallClock
  /** Whether our own event loop is busy; false by default. */
  isBusy?: () => boolean
}

/**
 * Creates the calls to Steam without a cache: answers expire at once. Queues collect the summaries and bans of different requests in
 * batches.
 */
export function createSteam({ call, clock, isBusy = () => false }: SteamOptions): Steam {
  const createQueue = <V>(method: RecordMethod<V>, maxBatch = MAX_BATCH) =>
    createBatchQueue({ ...BATCHING, maxBatch, isBusy, load: (keys, callContext) => method(call, keys, callContext) })
  const summaries = createQueue(getSummaries)
  // Each call also contains the id of the known account.
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
    getRustStats: (steamId, callContext) => withTimes(getRustStats(call, steamId, callContext)),
    getInventory: (place, callContext) => withTimes(getInventoryPage(call, place, callContext)),
  }
}

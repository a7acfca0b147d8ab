import { z } from 'zod'
import { countUsage, type CallContext } from '../lib/call-context.ts'
import { createSingleFlight } from '../lib/single-flight.ts'
import { bansSchema } from '../model/account.ts'
import type { WallClock } from '../lib/clock.ts'
import type { Cached } from '../model/cached.ts'
import { isSteamId } from '../model/steam-id.ts'
import type { Store } from '../store/store.ts'
import { friendListSchema } from './methods/get-friend-list.ts'
import { inventoryPageSchema } from './methods/get-inventory-page.ts'
import { rustHoursSchema } from './methods/get-rust-hours.ts'
import { statsAnswerSchema } from './methods/get-rust-stats.ts'
import type { StaleAnswers, Steam } from './steam.ts'
import type { SteamMethod } from './upstream/request.ts'
import { summarySchema } from './methods/get-player-summaries.ts'

/** Steam behind a cache. */
export interface CachedSteam {
  steam: Steam
  staleAnswers: StaleAnswers
}

/** How long each kind of answer is cached, seconds. */
export interface Lifetimes {
  account: number
  rustHours: number
  friends: number
  vanity: number
  vanityMiss: number
  stats: number
  inventory: number
  /** For private or missing statistics and inventories. */
  refusal: number
  /** Maximum age of an answer that is served when Steam fails (stale-if-error). */
  stale: number
}

export interface CachedSteamOptions {
  lifetimes: Lifetimes
  clock: WallClock
  /** Called on every miss of the memory cache, before concurrent calls are deduplicated. */
  onMemoryMiss: (method: SteamMethod) => void
}

interface CachedMethod<T> {
  method: SteamMethod
  /** The namespace in the store; the method's name by default. */
  namespace?: string
  schema: z.ZodType<T>
  /** Its share of the memory; all shares add up to 1. */
  share: number
  lifetime: (value: T) => number
  ask: (key: string, callContext: CallContext) => Promise<Cached<T>>
}

/** Adds a cache, and deduplicates concurrent calls for the same key. Failures are not cached. */
export function createCachedSteam(steam: Steam, store: Store, options: CachedSteamOptions): CachedSteam {
  const { lifetimes } = options
  const cache = <T>(method: CachedMethod<T>) => createMethodCache(method, store, options)
  const vanity = cache({
    method: 'vanity',
    schema: z.string().refine(isSteamId).nullable(),
    share: 0.05,
    lifetime: (steamId) => (steamId === null ? lifetimes.vanityMiss : lifetimes.vanity),
    ask: steam.resolveVanityName,
  })
  const summary = cache({
    method: 'summaries',
    namespace: 'summary',
    schema: summarySchema.nullable(),
    share: 0.25,
    lifetime: () => lifetimes.account,
    ask: steam.getSummary,
  })
  const bans = cache({
    method: 'bans',
    schema: bansSchema.nullable(),
    share: 0.2,
    lifetime: () => lifetimes.account,
    ask: steam.getBans,
  })
  const friends = cache({
    method: 'friends',
    schema: friendListSchema.nullable(),
    share: 0.25,
    lifetime: () => lifetimes.friends,
    ask: steam.getFriends,
  })
  const rustHours = cache({
    method: 'games',
    namespace: 'hours',
    schema: rustHoursSchema.nullable(),
    share: 0.1,
    lifetime: () => lifetimes.rustHours,
    ask: steam.getRustHours,
  })
  const stats = cache({
    method: 'stats',
    schema: statsAnswerSchema,
    share: 0.05,
    lifetime: ({ kind }) => (kind === 'stats' ? lifetimes.stats : lifetimes.refusal),
    ask: steam.getRustStats,
  })
  const inventory = cache({
    method: 'inventory',
    schema: inventoryPageSchema.nullable(),
    share: 0.1,
    lifetime: (page) => (page === null ? lifetimes.refusal : lifetimes.inventory),
    ask: steam.getInventory,
  })
  return {
    steam: {
      getSummary: summary.ask,
      confirmSummary: async (steamId, callContext) =>
        summary.write(steamId, await steam.confirmSummary(steamId, callContext)),
      getBans: bans.ask,
      // Vanity names are not case-sensitive.
      resolveVanityName: (name, callContext) => vanity.ask(name.toLowerCase(), callContext),
      getFriends: friends.ask,
      getRustHours: rustHours.ask,
      getRustStats: stats.ask,
      getInventory: inventory.ask,
    },
    staleAnswers: {
      getSummary: summary.readStale,
      getBans: bans.readStale,
      resolveVanityName: (name) => vanity.readStale(name.toLowerCase()),
      getFriends: friends.readStale,
      getRustHours: rustHours.readStale,
    },
  }
}

/** Caches the answers of one method and deduplicates its concurrent calls. */
function createMethodCache<T>(
  { method, namespace = method, schema, share, lifetime, ask }: CachedMethod<T>,
  store: Store,
  { lifetimes: { stale }, clock, onMemoryMiss }: CachedSteamOptions,
) {
  const collection = store.collection(namespace, schema, share)
  const singleFlight = createSingleFlight<Cached<T>>()
  const write = (key: string, answer: Cached<T>): Cached<T> => {
    const fresh = { ...answer, expiresAt: answer.fetchedAt + lifetime(answer.value) }
    if (fresh.expiresAt > fresh.fetchedAt || stale > 0) collection.write(key, fresh)
    return fresh
  }
  const fetch = async (key: string, sharedContext: CallContext, freshSince: number): Promise<Cached<T>> => {
    const onDisk = await collection.readDisk(key, sharedContext)
    if (!onDisk || onDisk.fetchedAt < freshSince) return write(key, await ask(key, sharedContext))
    countUsage(sharedContext, 'cacheHits')
    return onDisk
  }
  return {
    write,
    ask(key: string, callContext: CallContext): Promise<Cached<T>> {
      const { freshSince = 0 } = callContext
      const cached = collection.readMemory(key)
      if (cached && cached.fetchedAt >= freshSince) {
        countUsage(callContext, 'cacheHits')
        return Promise.resolve(cached)
      }
      onMemoryMiss(method)
      return singleFlight(key, callContext, (sharedContext) => fetch(key, sharedContext, freshSince))
    },
    async readStale(key: string): Promise<Cached<T> | undefined> {
      if (stale === 0) return undefined
      const last = await collection.readExpired(key)
      const now = clock.unixSeconds()
      // When the clock was set back, an answer can be from the future: its age is unknown.
      return last && last.fetchedAt >= now - stale && last.fetchedAt <= now ? last : undefined
    },
  }
}

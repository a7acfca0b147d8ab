import { z } from 'zod'
import { countUsage } from '../lib/call-context.ts'
import type { CallContext } from '../lib/call-context.ts'
import { createSingleFlight } from '../lib/single-flight.ts'
import { bansSchema } from '../model/account.ts'
import type { Clock, Cached } from '../model/cached.ts'
import { isSteamId } from '../model/steam-id.ts'
import type { Store } from '../store/store.ts'
import { friendListSchema } from './methods/get-friend-list.ts'
import { inventoryPageSchema } from './methods/get-inventory-page.ts'
import { rustHoursSchema } from './methods/get-rust-hours.ts'
import { statsAnswerSchema } from './methods/get-rust-stats.ts'
import type { StaleAnswers, Steam } from './steam.ts'
import type { SteamMethod } from './upstream/request.ts'
import { summarySchema } from './methods/get-player-summaries.ts'

/** A Steam that remembers. */
export interface CachedSteam {
  steam: Steam
  staleAnswers: StaleAnswers
}

/** How long each kind of answer may be given again, in seconds. */
export interface Lifetimes {
  account: number
  hours: number
  friends: number
  vanity: number
  vanityMiss: number
  stats: number
  inventory: number
  /** Statistics and inventories that are private or not there. */
  refusal: number
  /** How old an answer may be to be given when there is no other. */
  stale: number
}

export interface CachedSteamOptions {
  lifetimes: Lifetimes
  clock: Clock
  /** Hears of every question that is not answered from memory, before those of several callers become one call. */
  onQuestion: (method: SteamMethod) => void
}

interface Remembered<T> {
  method: SteamMethod
  namespace: string
  schema: z.ZodType<T>
  /** Its part of the memory; all of them together are 1. */
  share: number
  lifetime: (value: T) => number
  ask: (key: string, callContext: CallContext) => Promise<Cached<T>>
}

/** The same Steam, asked once where several ask the same, and not again while its answer is fresh. Failures are not kept. */
export function createCachedSteam(
  steam: Steam,
  store: Store,
  { lifetimes, clock, onQuestion }: CachedSteamOptions,
): CachedSteam {
  const remembered = <T>({ method, namespace, schema, share, lifetime, ask }: Remembered<T>) => {
    const kept = store.collection(namespace, schema, share)
    const singleFlight = createSingleFlight<Cached<T>>()
    const fetch = async (key: string, everybody: CallContext, freshSince: number): Promise<Cached<T>> => {
      const onDisk = await kept.readDisk(key, everybody)
      if (onDisk && onDisk.fetchedAt >= freshSince) {
        countUsage(everybody, 'cacheHits')
        return onDisk
      }
      return keep(key, await ask(key, everybody))
    }
    const keep = (key: string, asked: Cached<T>): Cached<T> => {
      const fresh = { ...asked, expiresAt: asked.fetchedAt + lifetime(asked.value) }
      if (fresh.expiresAt > fresh.fetchedAt || lifetimes.stale > 0) kept.write(key, fresh)
      return fresh
    }
    return {
      keep,
      ask(key: string, callContext: CallContext): Promise<Cached<T>> {
        const { freshSince = 0 } = callContext
        const atHand = kept.readMemory(key)
        if (atHand && atHand.fetchedAt >= freshSince) {
          countUsage(callContext, 'cacheHits')
          return Promise.resolve(atHand)
        }
        onQuestion(method)
        return singleFlight(key, callContext, (everybody) => fetch(key, everybody, freshSince))
      },
      async recall(key: string): Promise<Cached<T> | undefined> {
        if (lifetimes.stale === 0) return undefined
        const last = await kept.readExpired(key)
        const now = clock()
        // One from the future was fetched before the clock was set back, nobody knows when.
        return last && last.fetchedAt >= now - lifetimes.stale && last.fetchedAt <= now ? last : undefined
      },
    }
  }
  const vanity = remembered({
    method: 'vanity',
    namespace: 'vanity',
    schema: z.string().refine(isSteamId).nullable(),
    share: 0.05,
    lifetime: (steamId) => (steamId === null ? lifetimes.vanityMiss : lifetimes.vanity),
    ask: steam.resolveVanityName,
  })
  const summary = remembered({
    method: 'summaries',
    namespace: 'summary',
    schema: summarySchema.nullable(),
    share: 0.25,
    lifetime: () => lifetimes.account,
    ask: steam.getSummary,
  })
  const bans = remembered({
    method: 'bans',
    namespace: 'bans',
    schema: bansSchema.nullable(),
    share: 0.2,
    lifetime: () => lifetimes.account,
    ask: steam.getBans,
  })
  const friends = remembered({
    method: 'friends',
    namespace: 'friends',
    schema: friendListSchema.nullable(),
    share: 0.25,
    lifetime: () => lifetimes.friends,
    ask: steam.getFriends,
  })
  const hours = remembered({
    method: 'games',
    namespace: 'hours',
    schema: rustHoursSchema.nullable(),
    share: 0.1,
    lifetime: () => lifetimes.hours,
    ask: steam.getRustHours,
  })
  const stats = remembered({
    method: 'stats',
    namespace: 'stats',
    schema: statsAnswerSchema,
    share: 0.05,
    lifetime: ({ kind }) => (kind === 'stats' ? lifetimes.stats : lifetimes.refusal),
    ask: steam.getRustStats,
  })
  const inventory = remembered({
    method: 'inventory',
    namespace: 'inventory',
    schema: inventoryPageSchema.nullable(),
    share: 0.1,
    lifetime: (page) => (page === null ? lifetimes.refusal : lifetimes.inventory),
    ask: steam.getInventory,
  })
  return {
    steam: {
      getSummary: summary.ask,
      async confirmSummary(steamId, callContext) {
        const second = await steam.confirmSummary(steamId, callContext)
        return summary.keep(steamId, second)
      },
      getBans: bans.ask,
      // Vanity names do not tell upper from lower case.
      resolveVanityName: (name, callContext) => vanity.ask(name.toLowerCase(), callContext),
      getFriends: friends.ask,
      getRustHours: hours.ask,
      getRustStats: stats.ask,
      getInventory: inventory.ask,
    },
    staleAnswers: {
      getSummary: summary.recall,
      getBans: bans.recall,
      resolveVanityName: (name) => vanity.recall(name.toLowerCase()),
      getFriends: friends.recall,
      getRustHours: hours.recall,
    },
  }
}

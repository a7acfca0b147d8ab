import { z } from 'zod'
import { countCacheHit, type CallContext } from '../lib/call-context.ts'
import type { WallClock } from '../lib/clock.ts'
import { createSingleFlight } from '../lib/single-flight.ts'
import { isNewer, newerOf } from '../lib/newer-of.ts'
import { bansSchema } from '../model/account.ts'
import { hasOtherBans, toBans } from '../model/ban-record.ts'
import type { Cached } from '../model/cached.ts'
import { RapsheetError } from '../model/error.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import type { Store } from '../store/store.ts'
import { createNewestBans, type ChangedBans } from './newest-bans.ts'
import { friendListSchema } from './methods/get-friend-list.ts'
import { inventoryPageSchema, type InventoryPlace } from './methods/get-inventory-page.ts'
import { summarySchema } from './methods/get-player-summaries.ts'
import { rustHoursSchema } from './methods/get-rust-hours.ts'
import { statsAnswerSchema } from './methods/get-rust-stats.ts'
import type { RememberedAnswers, StaleAnswers, Steam } from './steam.ts'
import type { SteamMethod } from './upstream/request.ts'

/** How long each kind of answer is cached, seconds. */
export interface Lifetimes {
  account: number
  rustHours: number
  friends: number
  vanity: number
  vanityMiss: number
  stats: number
  inventory: number
  /** Lifetime of private or missing statistics and inventories. */
  refusal: number
  /** Maximum age of an answer that is served when Steam fails (stale-if-error). */
  stale: number
}

export interface CachedSteamOptions {
  lifetimes: Lifetimes
  clock: WallClock
  /** Called when Steam's answer shows other bans than the answer that was known before. */
  onOtherBans?: (steamId: SteamId, bans: ChangedBans) => void
}

/** Each method's namespace in the store, and its share of the memory; the shares add up to 1. */
const COLLECTIONS: Record<SteamMethod, [namespace: string, share: number]> = {
  vanity: ['vanity', 0.05],
  summaries: ['summary', 0.25],
  bans: ['bans', 0.2],
  friends: ['friends', 0.25],
  games: ['hours', 0.1],
  stats: ['stats', 0.05],
  inventory: ['inventory', 0.1],
}

/**
 * The first step of a call: answers from the cache, and deduplicates concurrent calls for the same key. Failures are not cached. An older
 * answer never replaces a newer answer.
 */
export function createCachedSteam(steam: Steam, store: Store, options: CachedSteamOptions) {
  const { lifetimes, clock } = options
  const newestBans = createNewestBans(clock, lifetimes)
  const cache = cacheIn(store, options)
  const vanity = cache(
    'vanity',
    z.string().refine(isSteamId).nullable(),
    (steamId) => (steamId === null ? lifetimes.vanityMiss : lifetimes.vanity),
    steam.resolveVanityName,
  )
  const summary = cache('summaries', summarySchema.nullable(), () => lifetimes.account, steam.getSummary, {
    mayOmitRecords: true,
  })
  const bans = cache('bans', bansSchema.nullable(), () => lifetimes.account, steam.getBans, {
    mayOmitRecords: true,
    newestOf: newestBans.of,
    onReplace(steamId, before, { value, fetchedAt }) {
      if (before.value === null || value === null || !hasOtherBans(value, before.value)) return
      newestBans.learn(steamId, { record: value, fetchedAt })
      options.onOtherBans?.(steamId, { record: value, fetchedAt })
    },
  })
  const friends = cache('friends', friendListSchema.nullable(), () => lifetimes.friends, steam.getFriends)
  const rustHours = cache('games', rustHoursSchema.nullable(), () => lifetimes.rustHours, steam.getRustHours)
  const stats = cache(
    'stats',
    statsAnswerSchema,
    ({ kind }) => (kind === 'stats' ? lifetimes.stats : lifetimes.refusal),
    steam.getRustStats,
  )
  const inventory = cache(
    'inventory',
    inventoryPageSchema.nullable(),
    (page) => (page === null ? lifetimes.refusal : lifetimes.inventory),
    (key, callContext) => steam.getInventory(toPlace(key), callContext),
  )
  return {
    steam: {
      getSummary: summary.ask,
      confirmSummary: async (steamId, callContext) =>
        summary.write(steamId, await steam.confirmSummary(steamId, callContext)),
      getBans: bans.ask,
      confirmBans: async (steamId, callContext) => bans.confirm(steamId, steam.confirmBans(steamId, callContext)),
      async getBanRecords(steamIds, callContext) {
        const records = await steam.getBanRecords(steamIds, callContext)
        const fetchedAt = clock.unixSeconds()
        for (const [steamId, record] of records) {
          const value = record instanceof RapsheetError ? undefined : toBans(record)
          if (value) bans.refresh(steamId, { value, fetchedAt, expiresAt: fetchedAt })
        }
        return records
      },
      // Vanity names are not case-sensitive.
      resolveVanityName: (name, callContext) => vanity.ask(name.toLowerCase(), callContext),
      getFriends: friends.ask,
      getRustHours: rustHours.ask,
      getRustStats: stats.ask,
      getInventory: (place, callContext) => inventory.ask(toKey(place), callContext),
    } satisfies Steam,
    newestBans,
    rememberedAnswers: {
      getSummary: summary.readMemory,
      getBans: bans.readMemory,
      getRustHours: rustHours.readMemory,
      getFriends: friends.readMemory,
    } satisfies RememberedAnswers,
    staleAnswers: {
      getSummary: summary.readStale,
      getBans: bans.readStale,
      resolveVanityName: (name) => vanity.readStale(name.toLowerCase()),
      getFriends: friends.readStale,
      getRustHours: rustHours.readStale,
    } satisfies StaleAnswers,
  }
}

/** The key of a page of an inventory; that of the first page is the account. */
const toKey = ({ steamId, after }: InventoryPlace): string => (after === undefined ? steamId : `${steamId}/${after}`)

function toPlace(key: string): InventoryPlace {
  const [steamId = '', after] = key.split('/')
  return { steamId, after }
}

interface CacheOptions<T> {
  /** Whether null means that Steam's answer has no record of the account, which one such answer does not prove. False by default. */
  mayOmitRecords?: boolean
  /** Returns the cached `answer`, or the answer that is known from elsewhere if that is newer. */
  newestOf?: (key: string, answer: Cached<T> | undefined) => Cached<T> | undefined
  /** Called before a new answer of Steam replaces the known answer. */
  onReplace?: (key: string, before: Cached<T>, after: Cached<T>) => void
}

interface WriterOptions<T>
  extends Required<CacheOptions<T>>, Pick<Lifetimes, 'stale'>, Pick<CachedSteamOptions, 'clock'> {
  lifetime: (value: T) => number
}

/** Creates the functions that store the answers of one method. */
function createWriter<T>(
  collection: { peek: (key: string) => Cached<T> | undefined; write: (key: string, answer: Cached<T>) => void },
  { lifetime, stale, clock, mayOmitRecords, newestOf, onReplace }: WriterOptions<T>,
) {
  const write = (key: string, answer: Cached<T>): Cached<T> => {
    const seconds = lifetime(answer.value)
    const fresh = { ...answer, expiresAt: answer.fetchedAt + seconds }
    const known = newestOf(key, collection.peek(key))
    if (known && isNewer(known, fresh, clock.unixSeconds())) return known
    if (known) onReplace(key, known, fresh)
    if (seconds > 0 || stale > 0) collection.write(key, fresh)
    return fresh
  }
  return {
    write,
    /**
     * Stores Steam's answer; `last` is the last answer on disk. An answer that lacks a known record is returned with `lastSeenAt` instead,
     * because Steam sometimes leaves a record out.
     */
    take(key: string, answer: Cached<T>, last: Cached<T> | undefined): Cached<T> {
      const now = clock.unixSeconds()
      const known = newestOf(key, newerOf(collection.peek(key), last, now))
      if (!mayOmitRecords || answer.value !== null || !known || known.value === null) return write(key, answer)
      return isNewer(known, answer, now) ? known : { ...answer, lastSeenAt: known.fetchedAt }
    },
  }
}

/** Returns a function that puts a cache in front of one method; each answer is cached for the lifetime of its value. */
function cacheIn(store: Store, { lifetimes: { stale }, clock }: CachedSteamOptions) {
  return <T>(
    method: SteamMethod,
    schema: z.ZodType<T>,
    lifetime: (value: T) => number,
    askSteam: (key: string, callContext: CallContext) => Promise<Cached<T>>,
    { mayOmitRecords = false, newestOf = (_, answer) => answer, onReplace = () => {} }: CacheOptions<T> = {},
  ) => {
    const [namespace, share] = COLLECTIONS[method]
    const collection = store.collection(namespace, schema, share)
    const singleFlight = createSingleFlight<Cached<T>>()
    const { write, take } = createWriter(collection, { lifetime, stale, clock, mayOmitRecords, newestOf, onReplace })
    const fetch = async (key: string, sharedContext: CallContext, freshSince: number): Promise<Cached<T>> => {
      const last = newestOf(key, await collection.readDisk(key, sharedContext))
      const onDisk = currentOf(last)
      if (!onDisk || onDisk.fetchedAt < freshSince) return take(key, await askSteam(key, sharedContext), last)
      countCacheHit(sharedContext)
      return onDisk
    }
    const currentOf = (entry: Cached<T> | undefined): Cached<T> | undefined => {
      const now = clock.unixSeconds()
      return entry && entry.fetchedAt <= now && now < entry.expiresAt ? entry : undefined
    }
    const readMemory = (key: string, callContext: CallContext): Cached<T> | undefined => {
      const remembered = collection.readMemory(key)
      const newest = newestOf(key, remembered)
      const cached = newest === remembered ? remembered : currentOf(newest)
      if (!cached || cached.fetchedAt < (callContext.freshSince ?? 0)) return undefined
      countCacheHit(callContext)
      return cached
    }
    return {
      write,
      /** Takes the answer of a call that was made whatever is cached. */
      confirm: async (key: string, answer: Promise<Cached<T>>): Promise<Cached<T>> => {
        const [last, fresh] = await Promise.all([collection.readExpired(key), answer])
        return take(key, fresh, last)
      },
      /**
       * Writes an answer only if an earlier answer for its key is in memory, so that answers which no request has asked for do not fill the
       * memory.
       */
      refresh(key: string, answer: Cached<T>): void {
        if (newestOf(key, collection.peek(key))) write(key, answer)
      },
      readMemory,
      async ask(key: string, callContext: CallContext): Promise<Cached<T>> {
        const cached = readMemory(key, callContext)
        if (cached) return cached
        const { freshSince = 0 } = callContext
        const askOnce = () => singleFlight(key, callContext, (sharedContext) => fetch(key, sharedContext, freshSince))
        const answer = await askOnce()
        // A shared call may have begun for a caller that accepts an older entry from disk; then a second call is made. There is no third
        // call, because after the clock was set back every answer may be older than `freshSince`.
        return answer.fetchedAt >= freshSince ? answer : askOnce()
      },
      async readStale(key: string): Promise<Cached<T> | undefined> {
        const last = newestOf(key, await collection.readExpired(key))
        const now = clock.unixSeconds()
        // When the clock was set back, an answer can be from the future, so its age is unknown.
        if (!last || last.fetchedAt > now) return undefined
        return now < last.expiresAt || last.fetchedAt >= now - stale ? last : undefined
      },
    }
  }
}

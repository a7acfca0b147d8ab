import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { createBatchQueue, type BatchAnswer } from '../lib/batch-queue.ts'
import { createCallContext, databaseWaitMs, type CallContext } from '../lib/call-context.ts'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import { newerOf } from '../lib/newer-of.ts'
import type { Cached } from '../model/cached.ts'
import type { Disk } from './disk.ts'
import { createWriteBehind } from './write-behind.ts'

const KEYS_PER_READ = 500
/** Time limit for the last write to a shared disk at the end of the process. */
const FLUSH_SHARED_WITHIN_MS = 2_000

export type ReadOutcome = 'memory' | 'disk' | 'miss'

export interface StoreOptions {
  /** Persistent storage; without it, entries are kept in memory only. */
  disk?: Disk
  /** Size limit of the memory cache, in bytes of JSON. */
  memoryBytes: number
  clock: Pick<Clock, 'now' | 'unixSeconds' | 'setTimer'>
  /** How long an expired entry stays on disk for `readExpired`, seconds. */
  staleSeconds?: number
  onRead?: (namespace: string, outcome: ReadOutcome) => void
  /** Called for each failure of the disk; a failed read counts as a miss and does not reject. */
  onError: (event: string, error: unknown) => void
}

export type Store = ReturnType<typeof createStore>

/** A two-level cache: an LRU in memory in front of a disk with batched reads and write-behind. */
export function createStore(options: StoreOptions) {
  const { disk, memoryBytes, clock, staleSeconds = 0, onRead = () => {}, onError } = options
  const diskReads = disk && createDiskReads(disk, clock, onError)
  const writeBehind = disk && createWriteBehind(disk, staleSeconds, clock, onError)

  /** The cache entries of a namespace; `share`, 0 to 1, is its part of the memory limit. */
  const collection = <T>(namespace: string, schema: z.ZodType<T>, share = 1) => {
    // One LRU per namespace, because a joint LRU would need a longer key, which would have to be built for each read.
    const memory = new LRUCache<string, Cached<T>>({
      maxSize: Math.ceil(memoryBytes * share),
      sizeCalculation: (entry, key) => key.length + JSON.stringify(entry).length,
    })
    const entrySchema = z.object({ value: schema, fetchedAt: z.number(), expiresAt: z.number() })
    const readRow = async (key: string, callContext: CallContext): Promise<Cached<T> | undefined> =>
      diskReads && parseRow(entrySchema, await diskReads(`${namespace}:${key}`, callContext))
    return {
      /** The entry in memory, unless it has expired. */
      readMemory(key: string): Cached<T> | undefined {
        const entry = memory.get(key)
        if (!entry || !isCurrent(entry, clock.unixSeconds())) return undefined
        onRead(namespace, 'memory')
        return entry
      },
      /** The entry in memory, expired or not; the LRU does not count this as a use. */
      peek: (key: string): Cached<T> | undefined => memory.peek(key),
      /** The newest valid entry of disk and memory, expired or not; it is copied to memory unless it has expired. */
      async readDisk(key: string, callContext: CallContext): Promise<Cached<T> | undefined> {
        const row = await readRow(key, callContext)
        const now = clock.unixSeconds()
        const newest = newerOf(memory.peek(key), row, now)
        const isFound = newest !== undefined && isCurrent(newest, now)
        onRead(namespace, isFound ? 'disk' : 'miss')
        if (isFound) memory.set(key, newest)
        return newest
      },
      /** The newest entry in memory or on disk, expired or not. */
      async readExpired(key: string): Promise<Cached<T> | undefined> {
        const remembered = memory.get(key)
        // The row on disk can be newer only if another process has written it.
        if (remembered && disk?.isShared !== true) return remembered
        const row = await readRow(key, createCallContext(new AbortController().signal))
        return newerOf(remembered, row, clock.unixSeconds())
      },
      /** Writes an entry to memory now and to disk a moment later. */
      write(key: string, entry: Cached<T>): void {
        memory.set(key, entry)
        writeBehind?.add(`${namespace}:${key}`, entry)
      },
    }
  }

  return {
    collection,
    flush: async () => writeBehind?.flush(),
    /** Flushes and closes the disk; rejects when the disk does not answer. */
    async close() {
      const flushed = writeBehind?.flush()
      // The stop waits only briefly for a shared disk, because lost entries are fetched again.
      await (flushed && disk?.isShared ? endsWithin(FLUSH_SHARED_WITHIN_MS, flushed) : flushed)
      writeBehind?.stop()
      await disk?.close()
    },
    /** Whether the disk answers; always true without a disk. */
    isOpen: async () => (disk ? disk.isOpen() : true),
    /** Whether the last write failed; it is retried every 5 s. */
    isFailing: () => writeBehind?.isFailing() ?? false,
  }
}

/**
 * Parses a row; undefined if it does not match. A missing row is recognized without the schema, because most rows are missing and building
 * zod's errors is slow.
 */
const parseRow = <T>(schema: z.ZodType<T>, row: unknown): T | undefined =>
  row === undefined || row === null ? undefined : schema.safeParse(row).data

/**
 * Reads from disk in batches. A failed read is reported and counts as a miss; a read of a shared disk that takes long is a miss too.
 */
function createDiskReads(disk: Disk, clock: StoreOptions['clock'], onError: StoreOptions['onError']) {
  const load = async (keys: string[]): Promise<BatchAnswer<unknown>> => {
    try {
      const rows = await disk.getMany(keys)
      return Object.fromEntries(keys.map((key, index) => [key, { value: rows[index] }]))
    } catch (error) {
      onError('store_read_failed', error)
      return {}
    }
  }
  const reads = createBatchQueue<unknown>({ load, maxBatch: KEYS_PER_READ, busyAt: 2, maxWaitMs: 5 })
  if (!disk.isShared) return reads.ask
  return async (key: string, callContext: CallContext): Promise<unknown> => {
    const row = reads.ask(key, callContext)
    return (await endsWithin(databaseWaitMs(callContext), row, clock)) ? row : undefined
  }
}

/**
 * Whether an entry can be used as current. An entry from the future cannot: it was fetched before the clock was set back, so its age is
 * unknown.
 */
const isCurrent = ({ fetchedAt, expiresAt }: Cached<unknown>, now: number) => fetchedAt <= now && now < expiresAt

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { createBatchQueue } from '../lib/batch-queue.ts'
import { createCallContext } from '../lib/call-context.ts'
import type { CallContext } from '../lib/call-context.ts'
import type { Clock, Cached } from '../model/cached.ts'
import type { Disk } from './disk.ts'

const FLUSH_AFTER_MS = 250
/** Rows that are written at once, and at which a write does not wait for more. */
const FLUSH_AT_ROWS = 500
/** How long a disk that failed a write is left alone. */
const RETRY_AFTER_MS = 5_000
/** Rows waiting to be written at which further ones are only kept in memory: the disk cannot follow. */
const MAX_PENDING_ROWS = 20_000
const MAX_READ_KEYS = 500

/** Where a read ended: in memory, on disk, or nowhere. */
export type ReadOutcome = 'memory' | 'disk' | 'miss'

export interface StoreOptions {
  /** The lasting part; without it everything is kept in memory alone. */
  disk?: Disk
  /** Bound of the layer in memory, in bytes of JSON. */
  memoryBytes: number
  clock: Clock
  /** How long a value that has expired may still be recalled, seconds. */
  staleSeconds?: number
  /** Who counts the reads of a namespace. */
  countReads?: (namespace: string) => (outcome: ReadOutcome) => void
  /** Hears of every failure of the disk; none of them fails a read or a write. */
  onError: (event: string, error: unknown) => void
}

/** Values of one kind under one namespace, each with its own expiry. */
export interface Collection<T> {
  /** What memory holds, at once. */
  readMemory(key: string): Cached<T> | undefined
  /** What memory or the disk holds; a value that no longer fits its schema, or a disk in trouble, is a miss. */
  readDisk(key: string, callContext: CallContext): Promise<Cached<T> | undefined>
  /** What memory or the disk holds, expired or not; on disk an expired value stays for `keepSeconds`. */
  readExpired(key: string): Promise<Cached<T> | undefined>
  /** Keeps a value until its `expiresAt`: in memory now, on disk a moment later. */
  write(key: string, entry: Cached<T>): void
}

export interface Store {
  /** What is kept under a namespace; it may take that share, 0 to 1, of the memory. */
  collection<T>(namespace: string, schema: z.ZodType<T>, share?: number): Collection<T>
  /** Writes out what is still waiting. */
  flush(): Promise<void>
  /** Flushes and lets go of the disk; rejects when that does not answer. */
  close(): Promise<void>
  /** Whether the disk answers; always true without one. */
  isOpen(): Promise<boolean>
  /** Whether the last write failed, on a full disk for instance; what could not be written is tried again every 5 s. */
  isFailing(): boolean
}

/** Keeps what was learned: a bounded layer in memory before a disk that is read in bulk and written behind. */
export function createStore({
  disk,
  memoryBytes,
  clock,
  staleSeconds = 0,
  countReads = () => () => {},
  onError,
}: StoreOptions): Store {
  let pending = new Map<string, Cached<unknown>>()
  let flushing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  const reads = createBatchQueue<unknown>({
    async load(keys) {
      if (!disk) return {}
      try {
        const rows = await disk.getMany(keys)
        return Object.fromEntries(
          keys.flatMap((key, index) => (rows[index] === undefined ? [] : [[key, { value: rows[index] }]])),
        )
      } catch (error) {
        onError('store_read_failed', error)
        return {}
      }
    },
    maxBatch: MAX_READ_KEYS,
    busyAt: 2,
    maxWaitMs: 5,
  })

  /** Writes the rows that have waited longest; false when the disk failed, and they wait on. */
  const writeOldest = async (to: Disk): Promise<boolean> => {
    const rows = [...pending].slice(0, FLUSH_AT_ROWS)
    for (const [key] of rows) pending.delete(key)
    const now = clock()
    // Of rows that waited for a failing disk some have expired.
    const batch = rows
      .map(([key, value]) => ({ key, value, ttl: (value.expiresAt + staleSeconds - now) * 1000 }))
      .filter(({ ttl }) => ttl > 0)
    try {
      if (batch.length > 0) await to.setMany(batch)
      isFailing = false
    } catch (error) {
      isFailing = true
      // Newer values of the same keys take precedence.
      pending = new Map([...rows, ...pending])
      onError('store_write_failed', error)
    }
    return !isFailing
  }

  const writeOut = async (to: Disk) => {
    for (let left = pending.size; left > 0; left -= FLUSH_AT_ROWS) {
      if (await writeOldest(to)) continue
      clearTimeout(timer)
      timer = setTimeout(flush, RETRY_AFTER_MS)
      return
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (disk) flushing = flushing.then(() => writeOut(disk))
    return flushing
  }

  const writeBehind = (key: string, entry: Cached<unknown>) => {
    if (!disk) return
    if (pending.size >= MAX_PENDING_ROWS)
      return onError('store_write_skipped', new Error(`${pending.size} rows wait to be written`))
    pending.set(key, entry)
    if (pending.size === FLUSH_AT_ROWS && !isFailing) void flush()
    else timer ??= setTimeout(flush, FLUSH_AFTER_MS)
  }

  return {
    collection<T>(namespace: string, schema: z.ZodType<T>, share = 1): Collection<T> {
      const onRead = countReads(namespace)
      // One a namespace, so that reading memory needs no longer key made for it.
      const memory = new LRUCache<string, Cached<T>>({
        maxSize: Math.ceil(memoryBytes * share),
        sizeCalculation: (entry, key) => key.length + JSON.stringify(entry).length,
      })
      const datedSchema = z.object({ value: schema, fetchedAt: z.number(), expiresAt: z.number() })
      const peek = (key: string) => {
        const entry = memory.get(key)
        return entry && isCurrent(entry, clock()) ? entry : undefined
      }
      const onDisk = async (key: string, callContext: CallContext): Promise<Cached<T> | undefined> =>
        disk ? datedSchema.safeParse(await reads.ask(`${namespace}:${key}`, callContext)).data : undefined
      return {
        readMemory(key) {
          const entry = peek(key)
          if (entry) onRead('memory')
          return entry
        },
        async readDisk(key, callContext) {
          const kept = await onDisk(key, callContext)
          const entry = kept && isCurrent(kept, clock()) ? kept : undefined
          onRead(entry ? 'disk' : 'miss')
          if (entry) memory.set(key, entry)
          return entry
        },
        readExpired: async (key) =>
          // Nobody leaves: a disk answers within its second.
          memory.get(key) ?? onDisk(key, createCallContext(new AbortController().signal)),
        write(key, entry) {
          memory.set(key, entry)
          writeBehind(`${namespace}:${key}`, entry)
        },
      }
    },
    flush,
    async close() {
      await flush()
      clearTimeout(timer)
      await disk?.close()
    },
    isOpen: async () => (disk ? disk.isOpen() : true),
    isFailing: () => isFailing,
  }
}

/** What seems to come from the future was fetched before the clock was set back; nobody knows how old it is. */
const isCurrent = ({ fetchedAt, expiresAt }: Cached<unknown>, now: number) => fetchedAt <= now && now < expiresAt

import type { Clock } from '../lib/clock.ts'
import type { Cached } from '../model/cached.ts'
import type { Disk } from './disk.ts'

const FLUSH_AFTER_MS = 250
/** Delay for a shared disk, because another process may ask for the entry a moment later. */
const FLUSH_SHARED_AFTER_MS = 5
/** Maximum number of rows per write; this many pending rows are written without delay. */
const ROWS_PER_WRITE = 500
const RETRY_AFTER_MS = 5_000
/** While this many rows are pending, the disk is too slow: further rows are not written. */
const MAX_PENDING_ROWS = 20_000

/** Creates a write-behind buffer with batched writes; entries stay on disk for `staleSeconds` after their expiry. */
export function createWriteBehind(
  disk: Disk,
  staleSeconds: number,
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>,
  onError: (event: string, error: unknown) => void,
) {
  let pending = new Map<string, Cached<unknown>>()
  let flushing: Promise<void> = Promise.resolve()
  let stopTimer: (() => void) | undefined
  let isFailing = false

  /** Writes the oldest pending rows; keeps them pending, and returns false, when the disk fails. */
  const writeBatch = async () => {
    const entries = [...pending].slice(0, ROWS_PER_WRITE)
    for (const [key] of entries) pending.delete(key)
    const now = clock.unixSeconds()
    // Entries may have expired while the disk was failing.
    const rows = entries
      .map(([key, value]) => ({ key, value, ttl: (value.expiresAt + staleSeconds - now) * 1000 }))
      .filter(({ ttl }) => ttl > 0)
    if (rows.length === 0) return true
    try {
      await disk.setMany(rows)
      isFailing = false
      return true
    } catch (error) {
      isFailing = true
      // Newer values of the same keys take precedence.
      pending = new Map([...entries, ...pending])
      onError('store_write_failed', error)
      return false
    }
  }

  const writePending = async () => {
    for (let left = pending.size; left > 0; left -= ROWS_PER_WRITE) {
      if (await writeBatch()) continue
      stopTimer?.()
      stopTimer = clock.setTimer(RETRY_AFTER_MS, flush)
      return
    }
  }

  const flush = (): Promise<void> => {
    stopTimer?.()
    stopTimer = undefined
    flushing = flushing.then(writePending)
    return flushing
  }

  return {
    add(key: string, entry: Cached<unknown>): void {
      if (pending.size >= MAX_PENDING_ROWS && !pending.has(key))
        return onError('store_write_skipped', new Error(`${pending.size} rows are waiting to be written`))
      pending.set(key, entry)
      if (pending.size === ROWS_PER_WRITE && !isFailing) void flush()
      else stopTimer ??= clock.setTimer(disk.isShared ? FLUSH_SHARED_AFTER_MS : FLUSH_AFTER_MS, flush)
    },
    /** Writes all pending entries; never rejects. */
    flush,
    stop: () => stopTimer?.(),
    isFailing: () => isFailing,
  }
}

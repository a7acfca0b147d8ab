import type { Clock } from '../lib/clock.ts'
import { pauseAfter } from '../lib/repeat.ts'

const ENTRIES_PER_TRANSACTION = 200
/** Number of failed attempts to store a batch of entries after which the batch is dropped. */
const MAX_FAILURES = 5

export interface StoreQueueOptions<Entry> {
  /** Stores entries in one transaction. */
  store: (batch: readonly Entry[]) => Promise<void>
  clock: Pick<Clock, 'setTimer'>
  /** Called with failures of `store`, which is then tried again, but only a few times. */
  onError: (error: unknown) => void
  /** Called with the number of entries that were dropped because the queue is full or `store` fails. */
  onDropped: (count: number) => void
  /** How long entries are collected for one transaction, milliseconds. */
  collectMs?: number | undefined
  /** Maximum number of entries that wait to be stored. */
  maxWaiting?: number | undefined
}

/** Creates a queue whose entries are stored together, in their order, up to 200 in a transaction. `add` returns at once and never throws. */
export function createStoreQueue<Entry>(options: StoreQueueOptions<Entry>) {
  const { store: storeBatch, clock, onError, onDropped, collectMs = 1_000, maxWaiting = 5_000 } = options
  let waiting: Entry[] = []
  let failures = 0
  let dropped = 0
  let transaction: Promise<void> | undefined
  let storing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const drop = (count: number) => {
    dropped += count
    onDropped(count)
  }
  const storeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, ENTRIES_PER_TRANSACTION)
      try {
        transaction = storeBatch(batch)
        await transaction
        failures = 0
      } catch (error) {
        onError(error)
        if (++failures < MAX_FAILURES) return
        drop(batch.length)
        failures = 0
      }
      const done = new Set(batch)
      waiting = waiting.filter((entry) => !done.has(entry))
    }
  }
  const store = (): Promise<void> => {
    cancelTimer?.()
    cancelTimer = undefined
    storing ??= storeAll().finally(() => {
      storing = undefined
      if (waiting.length > 0) schedule()
    })
    return storing
  }
  const schedule = () => {
    if (storing) return
    cancelTimer ??= clock.setTimer(failures === 0 ? collectMs : pauseAfter(failures), () => void store())
  }

  return {
    add(entry: Entry): void {
      if (waiting.length >= maxWaiting) {
        drop(1)
        return
      }
      waiting.push(entry)
      schedule()
    },
    /** Drops the waiting entries for which `matches` returns true. Resolves after the running transaction, which may store such entries. */
    async remove(matches: (entry: Entry) => boolean): Promise<void> {
      waiting = waiting.filter((entry) => !matches(entry))
      await transaction?.catch(() => {})
    },
    /** Stores the waiting entries; entries that are added later are lost. Resolves to the number of entries that could not be stored. */
    async close(): Promise<number> {
      const droppedBefore = dropped
      await storing
      await store()
      cancelTimer?.()
      if (waiting.length > 0) drop(waiting.length)
      return dropped - droppedBefore
    },
  }
}

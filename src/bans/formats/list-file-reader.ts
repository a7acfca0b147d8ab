import { Worker } from 'node:worker_threads'
import { abortable } from '../../lib/abort.ts'
import { systemClock } from '../../lib/clock.ts'
import { createFairQueue } from '../../lib/limits/fair-queue.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { BanError } from '../../model/ban.ts'
import { MAX_EXCEPTIONS } from '../../model/policy.ts'
import type { BansContext } from '../bans-context.ts'
import { type ListFile, type ListReading, readListFile } from './read-list-file.ts'

/** A larger list is read in a worker thread. A hostile one of this size takes less than a tenth of a second in this thread. */
export const MAX_DIRECT_BYTES = 16 * 1024
const LIMIT_MS = 10_000
/** Number of large lists that are in memory at a time, each of another Discord server. */
const LARGE_LISTS_AT_ONCE = 2

export type ListFileReader = ReturnType<typeof createListFileReader>

interface ListFileReaderOptions {
  /** The built `list-worker.ts`; undefined for reading large lists in this thread, as tests of the sources do. */
  worker?: URL | undefined
  limitMs?: number
}

/** Creates the reader of the ban lists that Discord servers send to this process. */
export function createListFileReader({ worker, limitMs = LIMIT_MS }: ListFileReaderOptions = {}) {
  return {
    /** Runs work with a large list in turn: one at a time for each Discord server, and two for all of them. */
    inTurn: createFairQueue(LARGE_LISTS_AT_ONCE),
    /**
     * Reads a list, in a worker thread if it is large; callers take a turn for a large list. Rejects with the BanError `list_not_read` for a
     * list that takes too much time or memory.
     */
    async read(file: ListFile, signal: AbortSignal): Promise<ListReading> {
      const isLarge = file.bytes.length > MAX_DIRECT_BYTES
      if (!isLarge || !worker) return readListFile(file)
      return readInWorker(worker, file, limitMs, signal)
    },
  }
}

/** A list of bans for a Discord server, which is read no further than it could be imported. */
export const toListFile = (
  { clock, banLimits }: Pick<BansContext, 'clock' | 'banLimits'>,
  bytes: Uint8Array,
  locale: string,
): ListFile => ({
  bytes,
  now: clock.unixSeconds(),
  // A list with more bans never fits, even if some accounts have an exception.
  maxBans: banLimits.maxPerGuild + MAX_EXCEPTIONS,
  locale,
})

const MAX_WORKER_MB = 512

/**
 * Reads a list in a thread of its own, which the built `list-worker.ts` at `url` runs. Rejects with the BanError `list_not_read` after `limitMs`,
 * or when the thread needs too much memory; with the thread's error when it fails. The thread ends when the signal aborts.
 */
function readInWorker(url: URL, file: ListFile, limitMs: number, signal: AbortSignal): Promise<ListReading> {
  return abortable(signal, (resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_WORKER_MB }
    const worker = new Worker(url, { workerData: file, resourceLimits, env: {}, execArgv: [] })
    const end = () => {
      stopTimer()
      void worker.terminate()
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const notRead = new BanError({ code: 'list_not_read' })
    const stopTimer = systemClock.setTimer(limitMs, () => fail(notRead))
    worker.once('message', (reading: ListReading) => {
      end()
      resolve(reading)
    })
    worker.once('error', (error) => fail(systemCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? notRead : error))
    worker.once('exit', () => fail(new Error('The thread ended without an answer.')))
    return end
  })
}

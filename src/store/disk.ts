import { createQueue } from '../lib/queue.ts'
import { endsWithin } from '../lib/timeout.ts'
import { messageOf } from '../lib/thrown.ts'
import { openFile, removeExpired, setAsideIfCorrupt, type SqliteFile } from './sqlite-file.ts'

const OPEN_WITHIN_MS = 10_000
const READ_WITHIN_MS = 1_000
/** Longer than the time that SQLite waits for a lock. */
const WRITE_WITHIN_MS = 5_000
export const PURGE_EVERY_MS = 10 * 60_000

export interface DiskRow {
  key: string
  value: unknown
  /** Milliseconds. */
  ttl: number
}

/** Persistent storage of the store. Every method may reject. */
export interface Disk {
  /** Whether other processes use the disk too. A process can do without a shared disk for a while. */
  isShared: boolean
  /** The values in the order of the keys, undefined for missing and expired rows. */
  getMany(keys: string[]): Promise<unknown[]>
  setMany(rows: DiskRow[]): Promise<void>
  /** Removes the expired rows, most of which nothing else would remove. */
  purge(): Promise<void>
  isOpen(): Promise<boolean>
  /** Closes the disk; rejects when a file does not answer, and leaves the file intact. */
  close(): Promise<void>
}

/** An error for the operator, which names the cache. */
export const explain = (place: string, problem: string, cause: unknown): Error =>
  new Error(`${place} ${problem}: ${messageOf(cause)}.`, { cause })

export const IS_NOT_USED = 'is not used; answers are cached in memory only, and /readyz reports it'

/**
 * Opens the SQLite file of a `sqlite://path` address; creates a missing file, and sets a corrupt one aside. While a file that cannot be
 * opened is not used, reads miss and writes are lost. Failures are reported to `onError`, with an error for the operator.
 */
export async function openSqlite(url: string, onError: (event: string, error: unknown) => void): Promise<Disk> {
  const path = url.slice('sqlite://'.length)
  const place = `STORE_URL ${path}`
  const inTurn = createQueue()
  let overdue = 0
  let file: SqliteFile | undefined

  const open = async () => {
    try {
      file = await openFile(path).catch(async (error: unknown) => {
        onError('store_quarantined', explain(place, await setAsideIfCorrupt(path, error), error))
        return openFile(path)
      })
    } catch (error) {
      onError('store_open_failed', explain(place, IS_NOT_USED, error))
    }
  }
  const opening = open()
  if (!(await endsWithin(OPEN_WITHIN_MS, opening))) {
    const late = new Error(`it did not open within ${OPEN_WITHIN_MS / 1000} s, and is used once it does`)
    onError('store_open_failed', explain(place, IS_NOT_USED, late))
  }

  /**
   * Runs a task on the file; resolves to `fallback` if the file is not used. While a task exceeds its time limit, further ones are rejected at
   * once, because a task on a disk that does not answer blocks one of Node's four threads, which DNS needs as well.
   */
  const run = async <T>(problem: string, withinMs: number, fallback: T, task: (opened: SqliteFile) => Promise<T>) => {
    const opened = file
    if (!opened) return fallback
    try {
      if (overdue > 0) throw new Error('the disk does not answer')
      const result = inTurn(() => task(opened))
      if (await endsWithin(withinMs, result)) return await result
      overdue++
      const end = () => void overdue--
      result.then(end, end)
      throw new Error(`the disk did not answer within ${withinMs} ms`)
    } catch (error) {
      throw explain(place, problem, error)
    }
  }
  const purge = () => run('could not be purged of expired answers', PURGE_EVERY_MS, undefined, removeExpired)
  const timer = setInterval(
    () => void purge().catch((error: unknown) => onError('store_purge_failed', error)),
    PURGE_EVERY_MS,
  ).unref()

  return {
    isShared: false,
    getMany: (keys) =>
      run('could not be read', READ_WITHIN_MS, Array<unknown>(keys.length).fill(undefined), ({ getMany }) =>
        getMany(keys),
      ),
    setMany: (rows) => run('could not be written', WRITE_WITHIN_MS, undefined, ({ setMany }) => setMany(rows)),
    purge,
    isOpen: () =>
      run('does not answer', READ_WITHIN_MS, false, ({ query }) => query('SELECT 1').then(() => true)).catch(
        () => false,
      ),
    async close() {
      clearInterval(timer)
      if (!(await endsWithin(READ_WITHIN_MS, opening)))
        throw explain(place, 'could not be closed', new Error('it is still being opened'))
      await run('could not be closed', WRITE_WITHIN_MS, undefined, ({ close }) => close())
      file = undefined
    },
  }
}

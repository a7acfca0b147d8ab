import { endsWithin } from '../lib/timeout.ts'
import { createSqliteConnection } from './sqlite-connection.ts'
import { explain } from './sqlite-errors.ts'
import { removeExpired } from './sqlite-file.ts'

const OPEN_WITHIN_MS = 10_000
const REOPEN_EVERY_MS = 60_000
const READ_WITHIN_MS = 1_000
/** Longer than the time that SQLite waits for a lock. */
const WRITE_WITHIN_MS = 5_000
const PURGE_EVERY_MS = 10 * 60_000

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

/**
 * Opens the SQLite file of a `sqlite://path` address; creates a missing file, and replaces a corrupt file. A file that cannot be opened
 * within 10 s is retried every minute; until then reads miss and writes are lost. Failures are reported to `onError`, with an error for the
 * operator.
 */
export async function openSqlite(url: string, onError: (event: string, error: unknown) => void): Promise<Disk> {
  const path = url.slice('sqlite://'.length)
  const connection = createSqliteConnection(path, onError)

  const purge = () =>
    connection.run('could not be purged of expired answers', Number.POSITIVE_INFINITY, undefined, ({ file }) =>
      removeExpired(file),
    )
  const purgeQuietly = () => purge().catch((error: unknown) => onError('store_purge_failed', error))

  if (!(await endsWithin(OPEN_WITHIN_MS, connection.open())))
    connection.reportUnusable(new Error(`it did not open within ${OPEN_WITHIN_MS / 1000} s, and is used once it does`))
  const timers = [
    setInterval(purgeQuietly, PURGE_EVERY_MS).unref(),
    setInterval(() => connection.open(), REOPEN_EVERY_MS).unref(),
  ]

  return {
    isShared: false,
    getMany: (keys) =>
      connection.run('could not be read', READ_WITHIN_MS, Array<unknown>(keys.length).fill(undefined), ({ keyv }) =>
        keyv.getMany<unknown>(keys),
      ),
    setMany: (rows) =>
      connection.run('could not be written', WRITE_WITHIN_MS, undefined, async ({ keyv }) => {
        await keyv.setMany(rows)
      }),
    purge,
    isOpen: () =>
      connection
        .run('does not answer', READ_WITHIN_MS, false, ({ file }) => file.query('SELECT 1').then(() => true))
        .catch(() => false),
    async close() {
      for (const timer of timers) clearInterval(timer)
      if (!(await endsWithin(READ_WITHIN_MS, connection.stop())))
        throw explain('could not be closed', path, new Error('it is still being opened'))
      await connection.close(WRITE_WITHIN_MS)
    },
  }
}

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import KeyvSqlite from '@keyv/sqlite'
import { Keyv } from 'keyv'
import type { DeserializedData } from 'keyv'

const BUSY_TIMEOUT_MS = 2_000
const ANSWER_WITHIN_MS = 1_000
const PURGE_EVERY_MS = 10 * 60_000

/** A key with its value and how long, in ms, it may be kept. */
export interface Row {
  key: string
  value: unknown
  ttl: number
}

/** The lasting part of the store. Every method may reject; the store treats that as a miss. */
export interface Disk {
  /** The values in the order of the keys, undefined for what is not there or has expired. */
  getMany(keys: string[]): Promise<unknown[]>
  setMany(rows: Row[]): Promise<void>
  /** Removes expired rows, which the adapter itself never does. */
  purge(): Promise<void>
  isOpen(): Promise<boolean>
  close(): Promise<void>
}

/** Opens (and makes, where missing) the SQLite file of a `sqlite://path` address. Trouble, now or later, goes to `onTrouble`. */
export async function openSqlite(url: string, onTrouble: (event: string, error: unknown) => void): Promise<Disk> {
  const path = url.slice('sqlite://'.length)
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => onTrouble('store_open_failed', error))
  const adapter = new KeyvSqlite({ uri: url, busyTimeout: BUSY_TIMEOUT_MS })
  const keyv = new Keyv({
    store: adapter,
    throwOnErrors: true,
    useKeyPrefix: false,
    serialize: JSON.stringify,
    deserialize,
  })
  // Every failure also rejects the call that met it, which is where it is told; without a listener it would end the process.
  keyv.on('error', () => {})

  const purge = async () => {
    // The adapter writes rows as {"value":…,"expires":ms} and has no column for the expiry.
    await adapter.query(
      `DELETE FROM keyv WHERE NOT json_valid(value) OR json_extract(value, '$.expires') < ?`,
      Date.now(),
    )
  }
  const purgeQuietly = () => purge().catch((error: unknown) => onTrouble('store_purge_failed', error))

  try {
    // As it opens the file the adapter writes some 500 rows a second; with these two, 10,000.
    await adapter.query('PRAGMA journal_mode=WAL')
    await adapter.query('PRAGMA synchronous=NORMAL')
  } catch (error) {
    onTrouble('store_open_failed', error)
  }
  void purgeQuietly()
  const timer = setInterval(purgeQuietly, PURGE_EVERY_MS).unref()

  return {
    getMany: (keys) => inTime(keyv.getMany(keys)),
    async setMany(rows) {
      await keyv.setMany(rows)
    },
    purge,
    isOpen: () =>
      inTime(adapter.query('SELECT 1')).then(
        () => true,
        () => false,
      ),
    async close() {
      clearInterval(timer)
      await adapter.close().catch((error: unknown) => onTrouble('store_close_failed', error))
    },
  }
}

/**
 * Undoes plain JSON.stringify: keyv's own pair changes strings that begin with a colon. A row that is no JSON counts as
 * one that is not there, instead of failing the whole read.
 */
function deserialize<Value>(text: string): DeserializedData<Value> | undefined {
  try {
    return JSON.parse(text) as DeserializedData<Value>
  } catch {
    return undefined
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the store did not answer within ${ANSWER_WITHIN_MS} ms`)),
      ANSWER_WITHIN_MS,
    )
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

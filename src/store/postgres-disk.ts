import type { ClientBase } from 'pg'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createPostgresPool, preparedOn } from '../lib/postgres-pool.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import { systemCodeOf } from '../lib/thrown.ts'
import { type Disk, type DiskRow, explain, IS_NOT_USED, PURGE_EVERY_MS } from './disk.ts'

/** The name of the table; a version of this program that needs other columns has to use another one, because both run side by side. */
export const CACHE_TABLE = 'rapsheet_cache'
/** The number of the lock for creating the table: arbitrary, but equal in all replicas. */
const CREATION_LOCK = 7_126_549_301
/** An index entry of Postgres has at most some 2,700 bytes. */
const MAX_KEY_BYTES = 2_000
/** Maximum size of a row: reading a larger row could exceed the time limit and look like an outage. */
const MAX_VALUE_LENGTH = 4 * 1024 * 1024
const ROWS_PER_PURGE = 20_000

/** Half of the 300 ms that a request may wait for the database in total. */
const READ_WITHIN_MS = 150
const OTHERS_WITHIN_MS = 5_000
/** After a failed read, Postgres is not asked until a probe succeeds, which runs at this interval in the background. */
const PROBE_EVERY_MS = 1_000
/** Number of connections: one for writes, one for the purge, and the rest for reads, of which usually two run at once. */
const CONNECTIONS = 5

const CREATE = `
  SELECT pg_advisory_xact_lock(${CREATION_LOCK});
  CREATE UNLOGGED TABLE IF NOT EXISTS ${CACHE_TABLE} (
    key text PRIMARY KEY,
    value text NOT NULL,
    fetched_at double precision NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS ${CACHE_TABLE}_expires_at ON ${CACHE_TABLE} (expires_at)`

const READ = `SELECT key, value FROM ${CACHE_TABLE} WHERE key = ANY($1::text[]) AND expires_at > now()`

// Sorted by key, because two replicas that lock the same rows in different orders would wait for each other. A stored row that was fetched
// later is kept, because a replica may write late, after an outage.
const WRITE = `
  INSERT INTO ${CACHE_TABLE} AS present (key, value, fetched_at, expires_at)
  SELECT key, value, fetched_at, now() + ttl * interval '1 millisecond'
    FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS given (key, value, fetched_at, ttl)
    ORDER BY key COLLATE "C"
  ON CONFLICT (key) DO UPDATE
    SET value = excluded.value, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at
    WHERE present.fetched_at <= excluded.fetched_at OR present.fetched_at > extract(epoch FROM now())`

// Replicas that purge at the same time skip each other's rows.
const PURGE = `
  DELETE FROM ${CACHE_TABLE} WHERE key IN (
    SELECT key FROM ${CACHE_TABLE} WHERE expires_at <= now() LIMIT ${ROWS_PER_PURGE} FOR UPDATE SKIP LOCKED
  )`

interface PostgresOptions {
  /** The setting that names the database, by default STORE_URL. */
  setting?: 'STORE_URL' | 'DATABASE_URL'
  onError: (event: string, error: unknown) => void
  /** Measures the waits. */
  clock?: Clock
}

/**
 * Opens the cache in a Postgres database that processes share; creates its table if it is missing. After a read that failed or took longer
 * than 150 ms, reads miss at once and writes are lost, until a probe in the background succeeds. Failures are reported to `onError`, with an
 * error for the operator.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Disk> {
  const { setting = 'STORE_URL', onError, clock = systemClock } = options
  const place = `${setting} ${withoutCredentials(url)}`
  const pool = createPostgresPool({ url, name: 'rapsheet cache', connections: CONNECTIONS, clock })
  let isPaused = false
  let stopProbe = () => {}
  let stopPurge = () => {}

  const probeLater = () => {
    stopProbe = clock.setTimer(PROBE_EVERY_MS, () => {
      pool.run(OTHERS_WITHIN_MS, prepareTable).then(() => (isPaused = false), probeLater)
    })
  }
  const pause = (event: string, error: unknown) => {
    if (isPaused) return
    isPaused = true
    // The other connections are probably broken as well; if they stayed open, each of them would fail one task.
    pool.disconnect()
    probeLater()
    onError(event, explain(place, IS_NOT_USED, error))
  }
  const read = async (keys: string[]): Promise<unknown[]> => {
    if (!isPaused) {
      try {
        return await pool.run(READ_WITHIN_MS, (client) => readRows(client, keys))
      } catch (error) {
        pause('store_read_failed', error)
      }
    }
    return Array<unknown>(keys.length).fill(undefined)
  }
  /** Runs a task unless the cache is paused. Rows are lost meanwhile, without an error. */
  const run = async (problem: string, task: (client: ClientBase) => Promise<unknown>) => {
    if (isPaused) return
    await pool.run(OTHERS_WITHIN_MS, task).catch((error: unknown) => {
      if (!isPaused) throw explain(place, problem, error)
    })
  }
  const purge = () =>
    run('could not be purged of expired answers', (client) =>
      client.query(preparedOn(client, { name: 'purge-cache', text: PURGE })),
    )
  const purgeLater = () => {
    stopPurge = clock.setTimer(PURGE_EVERY_MS, () => {
      purgeLater()
      purge().catch((error: unknown) => onError('store_purge_failed', error))
    })
  }

  await pool.run(OTHERS_WITHIN_MS, prepareTable).catch((error: unknown) => pause('store_open_failed', error))
  purgeLater()

  return {
    isShared: true,
    getMany: read,
    setMany: (rows) => run('could not be written', (client) => writeRows(client, rows)),
    purge,
    async isOpen() {
      await read([])
      return !isPaused
    },
    async close() {
      stopPurge()
      await pool.close()
      stopProbe()
    },
  }
}

/** Whether an error says that the table does not exist. */
export const isMissingTable = (error: unknown) => systemCodeOf(error) === '42P01'

/** Checks that the table can be read, and creates it where missing. Several processes may do so at once. */
async function prepareTable(client: ClientBase): Promise<void> {
  try {
    await readRows(client, [])
  } catch (error) {
    if (!isMissingTable(error)) throw error
    // Statements of one query are one transaction.
    await client.query(CREATE)
  }
}

/** The values in the order of the keys, undefined for missing, expired and unreadable rows. */
async function readRows(client: ClientBase, keys: string[]): Promise<unknown[]> {
  const stored = keys.map(toStoredKey)
  const statement = preparedOn(client, { name: 'read-cache', text: READ, values: [stored] })
  const { rows } = await client.query<{ key: string; value: string }>(statement)
  const found = new Map(rows.map(({ key, value }) => [key, parse(value)]))
  return stored.map((key) => found.get(key))
}

/** Writes rows with different keys. Rows that are too large are left out. */
async function writeRows(client: ClientBase, given: readonly DiskRow[]): Promise<void> {
  const rows = given
    .map(({ key, value, ttl }) => ({
      key: toStoredKey(key),
      value: JSON.stringify(value),
      fetchedAt: fetchedAtOf(value),
      ttl,
    }))
    .filter(({ key, value }) => Buffer.byteLength(key) <= MAX_KEY_BYTES && value.length <= MAX_VALUE_LENGTH)
  const values = [
    rows.map(({ key }) => key),
    rows.map(({ value }) => value),
    rows.map(({ fetchedAt }) => fetchedAt),
    rows.map(({ ttl }) => ttl),
  ]
  await client.query(preparedOn(client, { name: 'write-cache', text: WRITE, values }))
}

/** The key with the characters escaped that Postgres cannot store (NUL and lone surrogates); different for different keys. */
export const toStoredKey = (key: string) => JSON.stringify(key).slice(1, -1)

function fetchedAtOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('fetchedAt' in value)) return 0
  return typeof value.fetchedAt === 'number' ? value.fetchedAt : 0
}

/** A row that is not JSON is a miss. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

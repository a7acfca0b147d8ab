import type { ClientBase } from 'pg'
import { preparedOn } from '../lib/postgres-pool.ts'
import type { DiskRow } from './disk.ts'
import { isMissingTable } from './postgres-errors.ts'

/**
 * The table of the cache. A version of this program that needs other columns has to use another name, because old and new versions run side
 * by side for a while.
 */
const CACHE_TABLE = 'rapsheet_cache'
/** The number of the lock for creating the table: arbitrary, but equal in all replicas. */
const CREATION_LOCK = 7_126_549_301
/** An index entry of Postgres has at most some 2,700 bytes. */
const MAX_KEY_LENGTH = 2_000
/** Maximum size of a row: reading a larger row could exceed the time limit and look like an outage. */
const MAX_VALUE_LENGTH = 4 * 1024 * 1024
/** Maximum size of a statement that writes rows, which limits the memory for it. */
const STATEMENT_LENGTH = 4 * 1024 * 1024
const MAX_TTL_MS = 10 * 365 * 86_400_000
const ROWS_PER_PURGE = 1_000

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

const ERASE = `
  DELETE FROM ${CACHE_TABLE} WHERE key = ANY($2::text[]) OR EXISTS (
    SELECT FROM unnest($1::text[]) AS form WHERE strpos(key, form) > 0 OR strpos(value, form) > 0
  )`

/** Checks that the table can be read, and creates it where missing. Several processes may do so at once. */
export async function prepareTable(client: ClientBase): Promise<void> {
  try {
    await readRows(client, [])
  } catch (error) {
    if (!isMissingTable(error)) throw error
    // Statements of one query are one transaction.
    await client.query(CREATE)
  }
}

/** The values in the order of the keys, undefined for missing, expired and unreadable rows. */
export async function readRows(client: ClientBase, keys: string[]): Promise<unknown[]> {
  const stored = keys.map(toStoredKey)
  const statement = preparedOn(client, { name: 'read-cache', text: READ, values: [stored] })
  const { rows } = await client.query<{ key: string; value: string }>(statement)
  const found = new Map(rows.map(({ key, value }) => [key, parse(value)]))
  return stored.map((key) => found.get(key))
}

/** Writes rows; if several rows have the same key, only the last of them. Rows that are too large or have expired are left out. */
export async function writeRows(client: ClientBase, rows: DiskRow[]): Promise<void> {
  for (const batch of toBatches(rows)) {
    const values = [
      batch.map(({ key }) => key),
      batch.map(({ value }) => value),
      batch.map(({ fetchedAt }) => fetchedAt),
      batch.map(({ ttl }) => ttl),
    ]
    await client.query(preparedOn(client, { name: 'write-cache', text: WRITE, values }))
  }
}

/** Deletes up to `ROWS_PER_PURGE` expired rows; false when fewer rows were left to delete. */
export async function purgeRows(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(preparedOn(client, { name: 'purge-cache', text: PURGE }))
  return rowCount === ROWS_PER_PURGE
}

/**
 * Deletes the rows that contain one of `forms` or have one of `keys`, and removes their remains from unused parts of the table; returns the
 * number of deleted rows.
 */
export async function eraseRows(client: ClientBase, forms: string[], keys: string[]): Promise<number> {
  const { rowCount } = await client.query(ERASE, [forms, keys.map(toStoredKey)])
  await client.query(`VACUUM ${CACHE_TABLE}`)
  return rowCount ?? 0
}

interface StoredRow {
  key: string
  value: string
  /** Unix seconds; 0 if unknown. */
  fetchedAt: number
  ttl: number
}

function toBatches(rows: DiskRow[]): StoredRow[][] {
  const byKey = new Map(rows.flatMap(toStoredRow).map((row) => [row.key, row]))
  const batches: StoredRow[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of byKey.values()) {
    length += row.key.length + row.value.length
    if (length > STATEMENT_LENGTH) {
      batches.push([])
      length = row.key.length + row.value.length
    }
    batches.at(-1)?.push(row)
  }
  return batches
}

function toStoredRow({ key, value, ttl }: DiskRow): StoredRow[] {
  const row = {
    key: toStoredKey(key),
    value: toAscii(JSON.stringify(value)),
    fetchedAt: fetchedAtOf(value),
    ttl: Math.min(ttl, MAX_TTL_MS),
  }
  const isStored = row.key.length <= MAX_KEY_LENGTH && row.value.length <= MAX_VALUE_LENGTH && row.ttl > 0
  return isStored ? [row] : []
}

/**
 * The key as it is stored: in ASCII only, and different for different keys. This includes keys with characters that Postgres cannot store
 * (NUL and lone surrogates).
 */
const toStoredKey = (key: string) => toAscii(JSON.stringify(key).slice(1, -1))

/** Escapes all but ASCII in JSON: a character that the database's encoding lacks would fail the whole batch. */
const toAscii = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

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

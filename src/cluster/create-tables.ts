import type { ClientBase } from 'pg'
import { z } from 'zod'

/** The advisory lock under which only one replica at a time creates tables; the number spells "RAPR" in ASCII. */
const CREATE_LOCK = 0x52_41_50_52
const LOCK_WITHIN_MS = 4_000

/**
 * Migrations of the tables of `src/cluster`; a replica runs the missing ones when it starts. The tables need no backup: dropping the schema
 * `rapsheet_replicas` while no replica runs loses only short-lived data, such as today's count of calls.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE rapsheet_replicas.members (
    id text PRIMARY KEY,
    name text NOT NULL,
    role text NOT NULL,
    program text NOT NULL,
    address text NOT NULL,
    settings jsonb NOT NULL,
    beat_at timestamptz NOT NULL
  )`,
  `CREATE TABLE rapsheet_replicas.open_answers (
    id text PRIMARY KEY,
    holder text NOT NULL,
    note bytea NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE UNLOGGED TABLE rapsheet_replicas.pauses (
    name text PRIMARY KEY,
    pause_ms float8 NOT NULL,
    until timestamptz NOT NULL,
    is_over boolean NOT NULL,
    revision float8 NOT NULL
  )`,
  `CREATE UNLOGGED TABLE rapsheet_replicas.permits (
    name text PRIMARY KEY,
    full_at timestamptz NOT NULL
  )`,
  `CREATE UNLOGGED TABLE rapsheet_replicas.client_use (
    client bytea NOT NULL,
    replica text NOT NULL,
    points float8 NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (client, replica)
  )`,
  // Two steps of unpublished versions, which leased the day's calls; the last step removes what they have made.
  '',
  '',
  `DROP FUNCTION IF EXISTS rapsheet_replicas.exchange_calls;
  DROP TABLE IF EXISTS rapsheet_replicas.call_leases, rapsheet_replicas.call_days;
  CREATE TABLE rapsheet_replicas.day_calls (
    key text NOT NULL,
    day int NOT NULL,
    taken int NOT NULL,
    PRIMARY KEY (key, day)
  )`,
]

/** A program with fewer migrations than this cannot use the tables; a replica that runs it is refused when it starts. */
const OLDEST_COMPATIBLE = 8

const versionSchema = z.array(z.object({ steps: z.int(), oldest: z.int() }))

/** The error when a newer program has changed the tables so that this program cannot use them. */
export class TablesTooNewError extends Error {
  override readonly name = 'TablesTooNewError'
}

/** Runs the missing migrations under a lock. Rejects with a TablesTooNewError, or an error of `pg`. */
export async function createTables(
  client: ClientBase,
  steps: readonly string[] = STEPS,
  oldest = OLDEST_COMPATIBLE,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_WITHIN_MS}; SELECT pg_advisory_xact_lock(${CREATE_LOCK})`)
  try {
    // Not `CREATE SCHEMA IF NOT EXISTS`, which needs the right to create schemas even if the schema exists.
    if (await isMissing(client, `SELECT FROM pg_namespace WHERE nspname = 'rapsheet_replicas'`))
      await client.query('CREATE SCHEMA rapsheet_replicas')
    if (
      await isMissing(client, `SELECT FROM pg_tables WHERE schemaname = 'rapsheet_replicas' AND tablename = 'version'`)
    )
      await client.query('CREATE TABLE rapsheet_replicas.version (steps int NOT NULL, oldest int NOT NULL)')
    const { rows } = await client.query('SELECT steps, oldest FROM rapsheet_replicas.version')
    const [version] = versionSchema.parse(rows)
    if (version && version.oldest > steps.length)
      throw new TablesTooNewError(
        'A newer version of Rapsheet uses the database of DATABASE_URL, and this one cannot run at its side; start the newer one.',
      )
    for (const step of steps.slice(version?.steps ?? 0)) await client.query(step)
    if (!version) await client.query('INSERT INTO rapsheet_replicas.version VALUES ($1, $2)', [steps.length, oldest])
    else if (version.steps < steps.length)
      await client.query('UPDATE rapsheet_replicas.version SET steps = $1, oldest = $2', [steps.length, oldest])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function isMissing(client: ClientBase, query: string): Promise<boolean> {
  const { rowCount } = await client.query(query)
  return rowCount === 0
}

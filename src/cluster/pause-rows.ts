import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Pause } from '../lib/limits/shared-pause.ts'

/** A stored pause; `revision` grows with each change, even if a crash has emptied the table. */
export interface PauseRow {
  name: string
  /** The pause; undefined when it has ended. */
  pause: Pause | undefined
  revision: number
}

/** How long the row of a pause is kept after `until`, which is the end of the pause or the time at which its next probe is due. */
const KEPT = `interval '1 day'`
/**
 * How early a probe may be, as a fraction of the pause. The replica counts the pause from a moment before the statement arrives at the
 * database, so its probe seems early to the database.
 */
const EARLY = 0.1

const rowsSchema = z.array(
  z
    .object({
      name: z.string(),
      pause_ms: z.number(),
      left_ms: z.number(),
      is_over: z.boolean(),
      revision: z.number(),
    })
    .transform(({ name, pause_ms: pauseMs, left_ms: leftMs, is_over: isOver, revision }): PauseRow => ({
      name,
      pause: isOver || (pauseMs === 0 && leftMs <= 0) ? undefined : { pauseMs, leftMs: Math.max(0, leftMs) },
      revision,
    })),
)

const COLUMNS = `name, pause_ms, is_over, revision,
  (extract(epoch FROM until - clock_timestamp()) * 1000)::float8 AS left_ms`

const UPSERT = `
  INSERT INTO rapsheet_replicas.pauses AS p (name, pause_ms, until, is_over, revision)
  VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms', $4, (extract(epoch FROM clock_timestamp()) * 1000000)::float8)
  ON CONFLICT (name) DO UPDATE SET
    pause_ms = excluded.pause_ms,
    until = clock_timestamp() + $3 * interval '1 ms',
    is_over = excluded.is_over,
    revision = greatest(p.revision + 1, excluded.revision)`

// Skips rows that another replica is changing, because both replicas could otherwise wait for each other.
const FORGET = `
  DELETE FROM rapsheet_replicas.pauses WHERE name IN (
    SELECT name FROM rapsheet_replicas.pauses WHERE until <= clock_timestamp() - ${KEPT} FOR UPDATE SKIP LOCKED
  )`

/** Reads the pauses that are stored under these names. */
export async function readPauses(client: ClientBase, names: string[]): Promise<PauseRow[]> {
  const known = `SELECT ${COLUMNS} FROM rapsheet_replicas.pauses WHERE name = ANY($1) AND until > clock_timestamp() - ${KEPT}`
  return rowsSchema.parse((await client.query(known, [names])).rows)
}

/** Stores a pause, or its end (undefined), and deletes expired pauses of all names; resolves to the new revision. */
export async function writePause(client: ClientBase, name: string, pause: Pause | undefined): Promise<number> {
  const values = [name, pause?.pauseMs ?? 0, pause?.leftMs ?? 0, pause === undefined]
  const { rows } = await client.query(`${UPSERT} RETURNING ${COLUMNS}`, values)
  await client.query(FORGET)
  return rowsSchema.parse(rows)[0]?.revision ?? 0
}

/**
 * Takes the turn to probe: stores `pause` as the next pause if none is stored, or if the stored pause has not ended and its probe is due.
 * Resolves to the new revision; to undefined if the turn was not taken.
 */
export async function takePause(client: ClientBase, name: string, pause: Pause): Promise<number | undefined> {
  const isDue = `NOT p.is_over AND p.until <= clock_timestamp() + $2 * ${EARLY} * interval '1 ms'`
  const values = [name, pause.pauseMs, pause.leftMs, false]
  const { rows } = await client.query(`${UPSERT} WHERE ${isDue} RETURNING ${COLUMNS}`, values)
  return rowsSchema.parse(rows)[0]?.revision
}

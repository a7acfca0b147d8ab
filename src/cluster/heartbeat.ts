import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { memberSchema, type Member } from './member.ts'

/** A replica counts as alive for so long after its last heartbeat, by the database's clock. */
export const ALIVE_MS = 15_000

const rowsSchema = z.tuple([z.object({ now: z.number(), others: z.array(memberSchema) })])

// A row is deleted only long after its replica has died, because a frozen one may wake up.
const BEAT = `
  WITH beat AS (
    INSERT INTO rapsheet_replicas.members (id, name, role, program, address, settings, beat_at)
    VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET beat_at = clock_timestamp()
  ), forgotten AS (
    DELETE FROM rapsheet_replicas.members WHERE id <> $1 AND beat_at < clock_timestamp() - interval '1 day'
  )
  SELECT
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
    coalesce((
      SELECT json_agg(m) FROM rapsheet_replicas.members m
      WHERE id <> $1 AND beat_at > clock_timestamp() - ${ALIVE_MS} * interval '1 ms'
    ), '[]') AS others`

/** What a heartbeat has shown. */
export interface Beat {
  /** The other replicas that are alive. */
  others: Member[]
  /** The database's time, Unix milliseconds, at `atMs` of the clock, and how far off it may be. */
  databaseMs: number
  atMs: number
  errorMs: number
}

/** Records that a replica is alive, and reads which others are. */
export async function sendHeartbeat(client: ClientBase, member: Member, clock: Pick<Clock, 'now'>): Promise<Beat> {
  const { id, name, role, program, address, settings } = member
  const sentAt = clock.now()
  const { rows } = await client.query(BEAT, [id, name, role, program, address, JSON.stringify(settings)])
  const errorMs = (clock.now() - sentAt) / 2
  const [{ now, others }] = rowsSchema.parse(rows)
  return { others, databaseMs: now, atMs: sentAt + errorMs, errorMs }
}

/** Removes a replica that stops, so that the others need not wait for its heartbeats to end. */
export async function removeMember(client: ClientBase, { id }: Member): Promise<void> {
  await client.query('DELETE FROM rapsheet_replicas.members WHERE id = $1', [id])
}

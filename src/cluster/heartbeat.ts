import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { AdjustableClock } from '../lib/adjustable-clock.ts'
import { type Member, memberSchema } from './member.ts'

/** How long a replica counts as alive after its last heartbeat, by the database's clock. */
const ALIVE_MS = 15_000

const rowsSchema = z.tuple([z.object({ now: z.number(), others: z.array(memberSchema) })])

// A row is deleted long after its replica seems dead, because a frozen replica may continue.
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

/**
 * Creates the heartbeat of a replica, which also sets its clock to the database's time. While the database does not answer, the replicas of
 * the last answer count as alive.
 */
export function createHeartbeat(self: Member, clock: AdjustableClock) {
  let others: Member[] = []
  let isFirst = true
  let isConnected = false
  let settledAt = Number.NEGATIVE_INFINITY

  return {
    /** The replicas that are alive, this one first. */
    members: (): readonly Member[] => [self, ...others],
    /** Whether the database answered the last time. */
    isConnected: () => isConnected,
    /** To be called when the database did not answer. */
    lost: (): void => void (isConnected = false),
    /** Records that this replica is alive, and reads which others are. */
    async beat(client: ClientBase): Promise<void> {
      const { id, name, role, program, address, settings } = self
      const sentAt = clock.now()
      const { rows } = await client.query(BEAT, [id, name, role, program, address, JSON.stringify(settings)])
      const errorMs = (clock.now() - sentAt) / 2
      const [{ now: databaseMs, others: seen }] = rowsSchema.parse(rows)
      const atMs = sentAt + errorMs
      // A difference within the error of the measurement is ignored, so that the time does not jump back and forth.
      if (isFirst || Math.abs(clock.unixMs() - clock.now() - (databaseMs - atMs)) > errorMs) clock.set(databaseMs, atMs)
      const now = clock.now()
      // After an outage all heartbeats are old; the other replicas need time to send new ones.
      if (!isFirst && !isConnected) settledAt = now + ALIVE_MS
      const missing = now < settledAt ? others.filter((other) => seen.every((member) => member.id !== other.id)) : []
      others = [...seen, ...missing]
      isFirst = false
      isConnected = true
    },
    /** Removes this replica, so that the others do not have to wait until its heartbeat is too old. */
    async leave(client: ClientBase): Promise<void> {
      await client.query('DELETE FROM rapsheet_replicas.members WHERE id = $1', [self.id])
    },
  }
}

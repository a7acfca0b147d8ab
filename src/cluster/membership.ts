import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { AdjustableClock } from '../lib/adjustable-clock.ts'
import type { Clock } from '../lib/clock.ts'
import type { PostgresPool } from '../lib/postgres-pool.ts'
import { endsWithin, TimeLimitError } from '../lib/timeout.ts'
import { type Member, memberSchema } from './member.ts'

const BEAT_EVERY_MS = 5_000
/** Longer than a request waits for the database, because a late heartbeat is better than none. */
const BEAT_WITHIN_MS = 2_000
const LEAVE_WITHIN_MS = 500

interface MembershipOptions {
  pool: PostgresPool
  self: Member
  /** The clock that is set to the database's time at each heartbeat. */
  clock: AdjustableClock
  /** Called after each heartbeat, with the error if the heartbeat failed. */
  onBeat: (error?: unknown) => void
}

/**
 * Sends the heartbeats of a replica, and reads which other replicas are alive. While the database does not answer, the replicas of the last
 * answer count as alive.
 */
export function createMembership({ pool, self, clock, onBeat }: MembershipOptions) {
  let others: Member[] = []
  let beatenAt: number | undefined
  let isConnected = false
  let settledAt = Number.NEGATIVE_INFINITY
  let beating: Promise<void> | undefined
  let isStopped = false
  let stopTimer = () => {}

  const record = ({ others: seen, databaseMs, atMs, errorMs }: Beat) => {
    const isFirst = beatenAt === undefined
    // A difference within the error of the measurement is ignored, so that the time does not jump back and forth.
    if (isFirst || Math.abs(clock.unixMs() - clock.now() - (databaseMs - atMs)) > errorMs) clock.set(databaseMs, atMs)
    const now = clock.now()
    // After an outage all heartbeats are old; the other replicas need time to send new ones.
    if (!isFirst && !isConnected) settledAt = now + ALIVE_MS
    const missing = now < settledAt ? others.filter(({ id }) => seen.every((member) => member.id !== id)) : []
    others = [...seen, ...missing]
    beatenAt = now
    isConnected = true
  }
  const beat = async () => {
    try {
      record(await pool.run(BEAT_WITHIN_MS, (client) => sendHeartbeat(client, self, clock)))
      onBeat()
    } catch (error) {
      isConnected = false
      // After a time-out the other connections of the pool are probably broken as well; each would fail another task.
      if (error instanceof TimeLimitError) pool.disconnect()
      onBeat(error)
    }
  }
  /** Sends a heartbeat now, or waits for the heartbeat in progress; never rejects. */
  const beatNow = (): Promise<void> => {
    beating ??= beat().finally(() => {
      beating = undefined
      stopTimer()
      if (!isStopped) stopTimer = clock.setTimer(BEAT_EVERY_MS, () => void beatNow())
    })
    return beating
  }

  return {
    beatNow,
    /** The replicas that are alive, this one first. */
    members: (): readonly Member[] => [self, ...others],
    /** Whether the last heartbeat reached the database. */
    isConnected: () => isConnected,
    /** Removes another replica, which has stopped, from the replicas that count as alive. */
    drop(gone: string): void {
      others = others.filter(({ id }) => id !== gone)
    },
    /** Ends the heartbeats, and removes this replica. */
    async close(): Promise<void> {
      isStopped = true
      stopTimer()
      // A heartbeat without an answer ends when the pool is closed.
      if (beating) await endsWithin(LEAVE_WITHIN_MS, beating, clock)
      if (isConnected) await pool.run(LEAVE_WITHIN_MS, (client) => removeMember(client, self)).catch(() => {})
    },
  }
}

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

/** The result of a heartbeat. */
interface Beat {
  /** The other replicas that are alive. */
  others: Member[]
  /** The database's time, Unix milliseconds, when the clock of this process showed `atMs`. It is wrong by `errorMs` at most. */
  databaseMs: number
  atMs: number
  errorMs: number
}

/** Records that a replica is alive, and reads which other replicas are alive. */
async function sendHeartbeat(client: ClientBase, member: Member, clock: Pick<Clock, 'now'>): Promise<Beat> {
  const { id, name, role, program, address, settings } = member
  const sentAt = clock.now()
  const { rows } = await client.query(BEAT, [id, name, role, program, address, JSON.stringify(settings)])
  const errorMs = (clock.now() - sentAt) / 2
  const [{ now, others }] = rowsSchema.parse(rows)
  return { others, databaseMs: now, atMs: sentAt + errorMs, errorMs }
}

/** Removes a replica that stops, so that the others do not have to wait until its heartbeat is too old. */
async function removeMember(client: ClientBase, { id }: Member): Promise<void> {
  await client.query('DELETE FROM rapsheet_replicas.members WHERE id = $1', [id])
}

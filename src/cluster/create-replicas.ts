import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { AdjustableClock } from '../lib/clock.ts'
import { createPostgresPool } from '../lib/postgres-pool.ts'
import { endsWithin, TimeLimitError } from '../lib/timeout.ts'
import { type Member, memberSchema } from './member.ts'

/** Connections for the poll, the day's calls and pauses; each statement takes about a millisecond. */
const CONNECTIONS = 3
const POLL_EVERY_MS = 1_000
/** Longer than a request waits for the database, because a late poll is better than none. */
const POLL_WITHIN_MS = 2_000
const START_WITHIN_MS = 10_000
const LEAVE_WITHIN_MS = 500

export interface ReplicasOptions {
  url: string
  /** The name of the machine. */
  host: string
  member: Pick<Member, 'role' | 'program' | 'address' | 'settings'>
  /** The clock that is set to the database's time. */
  clock: AdjustableClock
  /** Time limit for opening a connection to the database, by default a second. */
  connectWithinMs?: number
  /** Called after each poll with the live replicas, and with the error if it failed. */
  onPoll?: (members: readonly Member[], error?: unknown) => void
}

/** What a part of this folder reads and writes in each poll. */
export type PollStep = (client: ClientBase) => Promise<void>

export type Replicas = Awaited<ReturnType<typeof createReplicas>>

/**
 * Joins the replicas that share a database. One poll a second sends the heartbeat and does the steps of the other parts, all on one
 * connection. Rejects with an error of `pg`, or a TimeLimitError.
 */
export async function createReplicas(options: ReplicasOptions) {
  const { url, host, member, clock, onPoll = () => {}, connectWithinMs } = options
  const id = randomBytes(8).toString('hex')
  const self: Member = { id, name: `${host}-${id.slice(0, 4)}`, ...member }
  const name = 'rapsheet replicas'
  const pool = createPostgresPool({ url, name, connections: CONNECTIONS, clock, connectWithinMs })
  const heartbeat = createHeartbeat(self, clock)
  const steps = new Set<PollStep>()
  let polling: Promise<void> | undefined
  let isStopped = false
  let stopTimer = () => {}

  const pollOnce = async (client: ClientBase) => {
    await heartbeat.beat(client)
    const failures: unknown[] = []
    for (const step of steps) await step(client).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  const tryPoll = async () => {
    try {
      await pool.run(POLL_WITHIN_MS, pollOnce)
      onPoll(heartbeat.members())
    } catch (error) {
      heartbeat.lost()
      // After a time-out the other connections of the pool are probably broken as well; each would fail another task.
      if (error instanceof TimeLimitError) pool.disconnect()
      onPoll(heartbeat.members(), error)
    }
  }
  const schedule = () => {
    stopTimer()
    if (!isStopped) stopTimer = clock.setTimer(POLL_EVERY_MS, () => void pollNow())
  }
  const pollNow = (): Promise<void> => {
    polling ??= tryPoll().finally(() => {
      polling = undefined
      schedule()
    })
    return polling
  }
  const leave = async () => {
    isStopped = true
    stopTimer()
    // A poll without an answer ends when the pool is closed.
    if (polling) await endsWithin(LEAVE_WITHIN_MS, polling, clock)
    if (heartbeat.isConnected()) await pool.run(LEAVE_WITHIN_MS, heartbeat.leave).catch(() => {})
    await pool.close()
  }
  let closing: Promise<void> | undefined

  try {
    await pool.run(START_WITHIN_MS, heartbeat.beat)
  } catch (error) {
    await pool.close()
    throw error
  }
  schedule()

  return {
    self,
    /** Runs a task on one of a few connections to the database; rejects when its time limit has passed. */
    run: pool.run,
    /** Adds a step to each poll; returns a function that removes it. A step that rejects fails the poll, but no other step. */
    addStep(step: PollStep): () => void {
      steps.add(step)
      return () => void steps.delete(step)
    },
    /** Polls now, or waits for the poll in progress; never rejects. */
    pollNow,
    /** The last known live replicas, this one first. */
    members: heartbeat.members,
    /** The live replicas whose calls leave from the address of this replica, this replica included. */
    membersAtAddress: () => heartbeat.members().filter(({ address }) => address === self.address),
    /** Whether the last poll reached the database. */
    isConnected: heartbeat.isConnected,
    /** Removes this replica; to be called last, when `run` is no longer used. */
    close: (): Promise<void> => (closing ??= leave()),
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

/**
 * Creates the heartbeat of a replica, which also sets its clock to the database's time. While the database does not answer, the replicas of
 * the last answer count as alive.
 */
function createHeartbeat(self: Member, clock: AdjustableClock) {
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

import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { AdjustableClock } from '../lib/adjustable-clock.ts'
import { createPostgresPool } from '../lib/postgres-pool.ts'
import { endsWithin, TimeLimitError } from '../lib/timeout.ts'
import { createHeartbeat } from './heartbeat.ts'
import type { Member } from './member.ts'

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

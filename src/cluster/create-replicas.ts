import { randomBytes } from 'node:crypto'
import type { AdjustableClock } from '../lib/adjustable-clock.ts'
import type { Clock } from '../lib/clock.ts'
import { createPostgresPool } from '../lib/postgres-pool.ts'
import type { Member } from './member.ts'
import { createMembership } from './membership.ts'
import { createNotices } from './notices.ts'

/** Connections for heartbeats, notices, the day's calls and open answers; each statement takes about a millisecond. */
const CONNECTIONS = 3

export interface ReplicasOptions {
  url: string
  /** The name of the machine. */
  host: string
  member: Pick<Member, 'role' | 'program' | 'address' | 'settings'>
  /** The clock that is set to the database's time. */
  clock: AdjustableClock
  /** Measures the response time of the database. */
  loop?: Clock
  /** Time limit for opening a connection to the database, by default a second. */
  connectWithinMs?: number
  /** Called after each heartbeat with the live replicas, and with the error if it failed. */
  onBeat?: (members: readonly Member[], error?: unknown) => void
  /** Called with true when notices stop arriving, and with false when they arrive again. */
  onDeaf?: (isDeaf: boolean) => void
}

export type Replicas = Awaited<ReturnType<typeof createReplicas>>

/** Joins the replicas that share a database, which has the current schema; rejects with an error of `pg`. */
export async function createReplicas(options: ReplicasOptions) {
  const { url, host, member, clock, onBeat = () => {}, onDeaf = () => {}, loop = clock, connectWithinMs } = options
  const id = randomBytes(8).toString('hex')
  const self: Member = { id, name: `${host}-${id.slice(0, 4)}`, ...member }
  const name = 'rapsheet replicas'
  const pool = createPostgresPool({ url, name, connections: CONNECTIONS, clock: loop, connectWithinMs })
  let failure: unknown
  const membership = createMembership({
    pool,
    self,
    clock,
    onBeat(error) {
      failure = error
      onBeat(membership.members(), error)
    },
  })
  try {
    await membership.beatNow()
    if (!membership.isConnected()) throw failure
  } catch (error) {
    await membership.close()
    await pool.close()
    throw error
  }
  const notices = createNotices({ url, pool, self: id, clock, onDeaf })
  notices.on('joined', () => void membership.beatNow())
  notices.on('left', (_, from) => membership.drop(from))
  notices.onMissed(() => void membership.beatNow())
  notices.publish('joined')
  const leave = async () => {
    await membership.close()
    notices.publish('left')
    await notices.close()
    await pool.close()
  }
  let closing: Promise<void> | undefined

  return {
    self,
    /** Runs a task on one of a few connections to the database; rejects when its time limit has passed. */
    run: pool.run,
    notices,
    /** Sends a heartbeat now, or waits for the heartbeat in progress; never rejects. */
    beatNow: membership.beatNow,
    /** The last known live replicas, this one first. */
    members: membership.members,
    /** The live replicas whose calls leave from the address of this replica, this replica included. */
    membersAtAddress: () => membership.members().filter(({ address }) => address === self.address),
    /** Whether the last heartbeat reached the database. */
    isConnected: membership.isConnected,
    /** Removes this replica; to be called last, when `run` is no longer used. */
    close: (): Promise<void> => (closing ??= leave()),
  }
}

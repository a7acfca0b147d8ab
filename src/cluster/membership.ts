import type { AdjustableClock } from '../lib/adjustable-clock.ts'
import type { PostgresPool } from '../lib/postgres-pool.ts'
import { systemCodeOf } from '../lib/thrown.ts'
import { endsWithin, TimeLimitError } from '../lib/timeout.ts'
import { createTables } from './create-tables.ts'
import { ALIVE_MS, removeMember, sendHeartbeat, type Beat } from './heartbeat.ts'
import type { Member } from './member.ts'

const BEAT_EVERY_MS = 5_000
/** Longer than for a request: a late heartbeat is better than none. */
const BEAT_WITHIN_MS = 2_000
const LEAVE_WITHIN_MS = 500
const CREATE_WITHIN_MS = 5_000
/** The codes of Postgres for a table and a schema that do not exist. */
const MISSING = new Set(['42P01', '3F000'])

const isMissing = (error: unknown) => MISSING.has(systemCodeOf(error))

interface MembershipOptions {
  pool: PostgresPool
  self: Member
  /** Set to the database's time at each heartbeat. */
  clock: AdjustableClock
  /** Called after each heartbeat, with the error of one that failed. */
  onBeat: (error?: unknown) => void
}

/** Keeps up a replica's heartbeat, and which others are alive. While the database is away, those last seen count. */
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
    // A difference that the measurement cannot tell from none is ignored, so that the time does not jump back and forth.
    if (isFirst || Math.abs(clock.unixMs() - clock.now() - (databaseMs - atMs)) > errorMs) clock.set(databaseMs, atMs)
    const now = clock.now()
    // After an outage all heartbeats are old: the others need some time to send theirs.
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
      // A server that took over from a crashed one may lack what that one stored last.
      if (isMissing(error)) await pool.run(CREATE_WITHIN_MS, (client) => createTables(client)).catch(() => {})
      // Without an answer the other connections of the pool have probably broken as well: each would fail once more.
      else if (error instanceof TimeLimitError) pool.disconnect()
      onBeat(error)
    }
  }
  /** Sends a heartbeat now, or joins the one that is under way; never rejects. */
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
    /** Whether every replica has had the time for a heartbeat since the last outage of the database. */
    isSettled: () => isConnected && clock.now() >= settledAt,
    /** Drops another replica that has stopped. */
    drop(gone: string): void {
      others = others.filter(({ id }) => id !== gone)
    },
    /** Ends the heartbeats, and removes this replica. */
    async close(): Promise<void> {
      isStopped = true
      stopTimer()
      // A heartbeat that gets no answer is given up when the pool is closed.
      if (beating) await endsWithin(LEAVE_WITHIN_MS, beating, clock)
      if (isConnected) await pool.run(LEAVE_WITHIN_MS, (client) => removeMember(client, self)).catch(() => {})
    },
  }
}

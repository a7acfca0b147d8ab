import type { Database, KitRepositories } from '../database/database.ts'
import type { Lease, StoredLease } from '../database/leases.ts'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'
import { createWorkUnderLease, LEASE_SECONDS, type WorkUnderLease } from './work-under-lease.ts'

const RENEW_MS = 4_000
/** Renewal interval after the database did not answer. */
const RETRY_MS = 1_000
/** Interval at which a standby checks whether the lease is free. */
const STANDBY_MS = 1_000
/** A standby counts the database as away when an answer takes longer than this. */
const SLOW_MS = 1_000
/** Interval at which the holder checks whether its session is complete, and a stopping holder whether a standby has taken over. */
const LOOK_MS = 250
/**
 * How long a stopping holder may take to end its work, such as messages that are being sent, and to release the lease. If `handoverMs` is
 * longer, that limit applies instead.
 */
const RELEASE_MS = 4_000
/** How long a stopping holder waits, after releasing the lease, for a standby to take it. Then it assumes that there is no standby. */
const NO_STANDBY_MS = 2_500

/** A session that only one process has at a time, and that continues while the database is away. */
export interface HeldSession {
  /** Whether the session is complete. */
  isLive(): boolean
  /** Ends the session when another process takes over. */
  handOver(): Promise<void>
  /** Ends the session when no other process takes over. */
  close(): Promise<void>
}

export interface HoldLeaseOptions<Session extends HeldSession> extends WorkUnderLease {
  database: Pick<Database, 'transaction' | 'read'>
  clock: Clock
  /** The name of the lease. */
  name: string
  /** The name of this process. */
  holder: string
  /** How long a stopping process keeps its session while the session of its successor is not complete. */
  handoverMs: number
  start: () => Session
  /** Called when another process has taken the lease, before the session ends. */
  onLost: () => void
  /**
   * Set for a database that serves one process only, so that there are no standbys. A process that finds a lease of another holder waits
   * for the duration of one lease; it gives up if that holder renews the lease. A stopping process ends its session before it releases the
   * lease.
   */
  alone?: {
    /** Called once with the holder for which this process waits. */
    onWait: (holder: string) => void
    /** Called when the process gives up, with the holder that has renewed its lease. */
    onOccupied: (holder: string) => void
  }
  /** Called when the database does not answer. */
  onError: (error: unknown) => void
}

/** The options that do not depend on the session. */
type LeaseOptions = Omit<HoldLeaseOptions<HeldSession>, 'start' | 'onLost' | keyof WorkUnderLease>
type Work = ReturnType<typeof createWorkUnderLease>

/**
 * Runs a session and does work while this process holds a lease in the database; otherwise waits as a standby. While the database does not
 * answer, the session continues, because no other process can take the lease; the work ends before the lease expires. When the database
 * answers again, standbys wait for the duration of one lease, so that the holder can renew it. A process that finds an expired lease when
 * it starts waits for the same time. A stopping holder ends its work, releases the lease, and keeps its session until the session of a
 * standby is complete.
 */
export function holdLease<Session extends HeldSession>(options: HoldLeaseOptions<Session>) {
  const { start, onLost, onError, clock, handoverMs, alone } = options
  const stop = new AbortController()
  const work = createWorkUnderLease(options)
  let session: Session | undefined
  let lease: Lease | undefined

  const run = async () => {
    for (;;) {
      const taken = await standBy(options, stop.signal)
      if (!taken) return
      lease = taken.lease
      const own = start()
      session = own
      if (!stop.signal.aborted) work.extend(taken.lease, taken.askedAt)
      await hold(options, { lease: taken.lease, session: own, work }, stop.signal)
      if (stop.signal.aborted) return
      session = undefined
      lease = undefined
      onLost()
      await Promise.all([work.end(), own.handOver().catch(onError)])
    }
  }
  const running = run()

  const release = async () => {
    await running
    await work.end()
    if (!lease) return
    const own = lease
    await options.database.transaction(({ leases }) => leases.release(own))
    lease = undefined
  }
  const findsSuccessor = async () => {
    let isFound = false
    const waiting = waitForSuccessor(options).then((found) => void (isFound = found))
    await endsWithin(handoverMs + SLOW_MS, waiting.catch(onError), clock)
    return isFound
  }
  return {
    /** The session of this process; undefined for a standby. */
    session: () => session,
    /**
     * Ends the work, and hands the session over to a standby, or ends the session without one. Resolves to false if the lease was not
     * released.
     */
    async close(): Promise<boolean> {
      stop.abort()
      void work.end()
      if (alone) {
        await endsWithin(SLOW_MS, running, clock)
        await session?.close()
      }
      const released = release()
      // The database may not answer.
      await endsWithin(Math.max(RELEASE_MS, handoverMs), released.catch(onError), clock)
      if (session && !alone) {
        const isTakenOver = lease === undefined && (await findsSuccessor())
        await (isTakenOver ? session.handOver() : session.close())
      }
      await released.catch(() => {})
      return lease === undefined
    },
  }
}

/** Waits until the lease is free and takes it; undefined when the signal aborts, or the process gives up waiting (`alone`). */
async function standBy(
  options: LeaseOptions,
  signal: AbortSignal,
): Promise<{ lease: Lease; askedAt: number } | undefined> {
  const { database, clock, name, holder, onError } = options
  const request = { name, holder, seconds: LEASE_SECONDS }
  const givesWay = createLook(options)
  let expiredSinceOutage = Number.NEGATIVE_INFINITY
  let isFirstLook = true
  const waitOneLease = () => (expiredSinceOutage = clock.now() + LEASE_SECONDS * 1000)
  while (!signal.aborted) {
    const askedAt = clock.now()
    try {
      const last = await database.read(({ leases }) => leases.find(name))
      // A lease that expired before the first check may belong to a live holder, after an outage that this process did not see.
      if (clock.now() - askedAt > SLOW_MS || (isFirstLook && last?.isExpired)) waitOneLease()
      isFirstLook = false
      const isFree = !last || (last.isExpired && clock.now() >= expiredSinceOutage)
      const takenAt = clock.now()
      const lease =
        isFree && !signal.aborted ? await database.transaction(({ leases }) => leases.acquire(request)) : undefined
      if (lease) return { lease, askedAt: takenAt }
      if (givesWay(last)) return undefined
    } catch (error) {
      onError(error)
      waitOneLease()
    }
    await pause(clock, STANDBY_MS, signal)
  }
  return undefined
}

/** Creates a function that gets the stored lease after each failed attempt to take it, and returns whether the process gives up waiting. */
function createLook({ clock, alone }: LeaseOptions) {
  const startedAt = clock.now()
  let seen: StoredLease | undefined
  return (last: StoredLease | undefined): boolean => {
    const before = seen
    seen = last
    if (!alone || !last) return false
    if (!before) alone.onWait(last.holder)
    // The expiry alone does not prove that the holder lives: the clock may have been set back.
    const isRenewed = before !== undefined && !last.isExpired && last.expiresAt !== before.expiresAt
    const hasWaited = clock.now() - startedAt >= LEASE_SECONDS * 1000
    if (isRenewed && hasWaited) alone.onOccupied(last.holder)
    return isRenewed && hasWaited
  }
}

/** Renews the lease until another process has it or the signal aborts; announces once that the session is complete. */
async function hold(
  { database, clock, onError }: LeaseOptions,
  { lease, session, work }: { lease: Lease; session: HeldSession; work: Work },
  signal: AbortSignal,
): Promise<void> {
  let renewAt = clock.now() + RENEW_MS
  let isAnnounced = false
  let waitMs = LOOK_MS
  while (await pause(clock, waitMs, signal)) {
    try {
      if (!isAnnounced && session.isLive()) {
        if (!(await database.transaction((repositories) => announce(repositories, lease)))) return
        isAnnounced = true
      }
      if (clock.now() >= renewAt) {
        const askedAt = clock.now()
        if (!(await database.transaction(({ leases }) => leases.renew(lease, LEASE_SECONDS)))) return
        renewAt = clock.now() + RENEW_MS
        if (!signal.aborted) work.extend(lease, askedAt)
      }
      waitMs = isAnnounced ? Math.max(0, renewAt - clock.now()) : LOOK_MS
    } catch (error) {
      onError(error)
      waitMs = RETRY_MS
    }
  }
}

/** Stores that the session of the holder is complete; false when another process has the lease. */
async function announce({ leases, meta }: KitRepositories, lease: Lease): Promise<boolean> {
  if (!(await leases.isHeld(lease))) return false
  await meta.set('live_session', lease.holder)
  return true
}

/**
 * Waits, after the release of the lease, until a standby has taken it and its session is complete, or `handoverMs` have passed; false when
 * no standby has taken it.
 */
async function waitForSuccessor({ database, clock, name, handoverMs }: LeaseOptions): Promise<boolean> {
  const startedAt = clock.now()
  for (;;) {
    const { next, live } = await database.read(async ({ leases, meta }) => ({
      next: (await leases.find(name))?.holder,
      live: await meta.get('live_session'),
    }))
    const waitedMs = clock.now() - startedAt
    if (next !== undefined && (next === live || waitedMs >= handoverMs)) return true
    if (next === undefined && waitedMs >= Math.min(handoverMs, NO_STANDBY_MS)) return false
    await pause(clock, LOOK_MS, new AbortController().signal)
  }
}

/** Waits `ms`; resolves to false as soon as the signal aborts. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  )
}

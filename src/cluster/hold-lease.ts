import type { Database } from '../database/database.ts'
import type { Lease, StoredLease } from '../database/leases.ts'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'

/** How long a lease lasts without being renewed. */
const LEASE_SECONDS = 12
const RENEW_MS = 4_000
/** Interval at which a standby checks whether the lease is free, and at which a holder tries again after the database did not answer. */
const RETRY_MS = 1_000
/** The work is stopped this long before its lease expires. */
const MARGIN_MS = 2_000
/** How long a stopping holder may take to end its work, such as messages that are being sent, and to release the lease. */
const RELEASE_MS = 4_000
/** After this time a process that serves its database alone gives way to a holder that has renewed its lease. */
const OCCUPIED_MS = LEASE_SECONDS * 1000 + 2_000

/** A session that only one process has at a time, and that continues while the database is away. */
export interface HeldSession {
  /** Ends the session when another process takes over. */
  handOver(): Promise<void>
  /** Ends the session when no other process takes over. */
  close(): Promise<void>
}

export interface WorkUnderLease {
  /** Does the work until the signal aborts; it never rejects. */
  work: (signal: AbortSignal) => Promise<void>
  /** Called with the lease when the work begins, and with undefined when it has ended. */
  onWork: (lease: Lease | undefined) => void
}

interface LeaseOptions {
  database: Pick<Database, 'transaction' | 'read'>
  clock: Clock
  /** The name of the lease. */
  name: string
  /** The name of this process. */
  holder: string
  /** Set for a database that serves one process only, so that there are no standbys: a second process waits for one lease, then gives way. */
  alone?: {
    /** Called once with the holder for which this process waits. */
    onWait: (holder: string) => void
    /** Called when the process gives up, with the holder. */
    onOccupied: (holder: string) => void
  }
  /** Called when the database does not answer. */
  onError: (error: unknown) => void
}

export interface HoldLeaseOptions<Session extends HeldSession> extends WorkUnderLease, LeaseOptions {
  /** How long a stopping process keeps its session after it has released the lease, in which a standby starts its own. */
  handoverMs: number
  start: () => Session
  /** Called when another process has taken the lease, before the session ends. */
  onLost: () => void
}

/**
 * Runs a session and does work while this process holds a lease in the database; otherwise waits as a standby. While the database does not
 * answer, the session continues, and the work ends before the lease expires; both go on if the lease can be renewed afterwards. A stopping
 * holder ends its work, releases the lease, and then ends its session; without standbys, it ends its session first.
 */
export function holdLease<Session extends HeldSession>(options: HoldLeaseOptions<Session>) {
  const { database, clock, start, onLost, onError, handoverMs, alone } = options
  const stop = new AbortController()
  const work = createWorkUnderLease(options)
  let session: Session | undefined
  let lease: Lease | undefined

  const run = async () => {
    for (;;) {
      const taken = await standBy(options, stop.signal)
      if (!taken) return
      lease = taken.lease
      if (stop.signal.aborted) return
      const own = (session = start())
      work.extend(lease, taken.askedAt)
      await renewUntilLost(options, lease, work.extend, stop.signal)
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
    const own = lease
    if (own) await database.transaction(({ leases }) => leases.release(own))
    lease = undefined
  }

  return {
    /** The session of this process; undefined while another process has the lease. */
    session: () => session,
    /** Ends the work and the session, and releases the lease. Resolves to false if the lease was not released. */
    async close(): Promise<boolean> {
      stop.abort()
      void work.end()
      if (alone) await session?.close()
      const released = release().catch(onError)
      // The database may not answer.
      await endsWithin(RELEASE_MS, released, clock)
      if (!alone && lease) await session?.close()
      else if (!alone && session) {
        await pause(clock, handoverMs)
        await session.handOver()
      }
      await released
      return lease === undefined
    },
  }
}

/** Waits until the lease is free and takes it; undefined when the signal aborts, or the process gives way (`alone`). */
async function standBy(
  { database, clock, name, holder, alone, onError }: LeaseOptions,
  signal: AbortSignal,
): Promise<{ lease: Lease; askedAt: number } | undefined> {
  const givesWay = createLook(alone, clock)
  let leftToHolderUntil = clock.now()
  while (!signal.aborted) {
    const askedAt = clock.now()
    try {
      const last = await database.read(({ leases }) => leases.find(name))
      const request = { name, holder, seconds: LEASE_SECONDS }
      const isFree = !last || (last.isExpired && askedAt >= leftToHolderUntil)
      const lease =
        isFree && !signal.aborted ? await database.transaction(({ leases }) => leases.acquire(request)) : undefined
      if (lease) return { lease, askedAt }
      if (last && givesWay(last)) return undefined
    } catch (error) {
      onError(error)
      // The lease may have expired because its holder did not reach the database either; it tries again within this time.
      leftToHolderUntil = clock.now() + RENEW_MS + RETRY_MS
    }
    await pause(clock, RETRY_MS, signal)
  }
  return undefined
}

/** Creates a function that gets the lease of another process each second, and returns whether this process gives way to it. */
function createLook(alone: LeaseOptions['alone'], clock: Clock) {
  const startedAt = clock.now()
  let first: number | undefined
  return ({ holder, expiresAt, isExpired }: StoredLease): boolean => {
    if (first === undefined) alone?.onWait(holder)
    first ??= expiresAt
    // Without a renewal the holder may have been killed, and the clock set back: then the lease expires later.
    const isRenewed = !isExpired && expiresAt !== first
    if (!alone || !isRenewed || clock.now() - startedAt < OCCUPIED_MS) return false
    alone.onOccupied(holder)
    return true
  }
}

/** Renews the lease until another process has it or the signal aborts. */
async function renewUntilLost(
  { database, clock, onError }: LeaseOptions,
  lease: Lease,
  extend: (lease: Lease, askedAt: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = RENEW_MS
  while (await pause(clock, waitMs, signal)) {
    try {
      const askedAt = clock.now()
      if (!(await database.transaction(({ leases }) => leases.renew(lease, LEASE_SECONDS)))) return
      if (!signal.aborted) extend(lease, askedAt)
      waitMs = RENEW_MS
    } catch (error) {
      onError(error)
      waitMs = RETRY_MS
    }
  }
}

/** Does work only while no other process can have the lease. */
function createWorkUnderLease({ work, onWork, clock }: WorkUnderLease & { clock: Clock }) {
  let current: AbortController | undefined
  let ended = Promise.resolve()
  let stopTimer = () => {}

  const stop = () => {
    stopTimer()
    current?.abort(new Error('another process may hold the lease'))
    current = undefined
  }
  const run = async (lease: Lease, signal: AbortSignal) => {
    if (signal.aborted) return
    onWork(lease)
    await work(signal)
    onWork(undefined)
  }
  return {
    /**
     * Starts the work, or lets it continue, until shortly before the lease expires. `askedAt` is the time, by the clock, at which the
     * process asked for the lease or its renewal.
     */
    extend(lease: Lease, askedAt: number): void {
      const leftMs = askedAt + LEASE_SECONDS * 1000 - MARGIN_MS - clock.now()
      if (leftMs <= 0) return stop()
      stopTimer()
      stopTimer = clock.setTimer(leftMs, stop)
      if (current) return
      const { signal } = (current = new AbortController())
      ended = ended.then(() => run(lease, signal))
    },
    /** Ends the work; resolves when it has ended. */
    end(): Promise<void> {
      stop()
      return ended
    },
  }
}

/** Waits `ms`; resolves to false as soon as the signal aborts. */
function pause(clock: Clock, ms: number, signal = new AbortController().signal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  )
}

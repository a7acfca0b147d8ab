import type { Clock } from '../../lib/clock.ts'
import { JITTER, withJitter } from './retry.ts'
import type { Probe, SteamMethod } from './request.ts'

/**
 * Number of failures in a row that opens a circuit. If one call in five fails at random, this many failures in a row occur once in 400,000
 * calls.
 */
const FAILURES_TO_OPEN = 8
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 5_000
/** Longest wait between probes while no call is refused: probes use up the day's calls, and no user is waiting. */
const LONGEST_IDLE_BACKOFF_MS = 60_000

export interface CircuitOptions {
  name: SteamMethod | 'all'
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Called when the circuit opens or closes. */
  onChange: (name: SteamMethod | 'all', isOpen: boolean) => void
  nextProbe: () => Probe | undefined
}

export type Circuit = ReturnType<typeof createCircuit>

/**
 * Creates a single circuit breaker, which is closed at first. While it is open, it sends one probe at a time, after waits that double, to
 * check whether Steam is back (half-open).
 */
export function createCircuit({ name, random, clock, onChange, nextProbe }: CircuitOptions) {
  let failures = 0
  /** Ids of calls whose failure may be due to the account: each id counts once, however often its call is repeated. */
  const suspects = new Set<string>()
  let openedAt: number | undefined
  let backoffMs = 0
  let probeAt = 0
  /** Whether a call was refused since the last probe was scheduled. */
  let hasRefused = false
  let isProbing = false
  let isStopped = false
  let stopTimer = () => {}

  const schedule = () => {
    if (openedAt === undefined || isProbing || isStopped) return
    backoffMs = Math.min(hasRefused ? LONGEST_BACKOFF_MS : LONGEST_IDLE_BACKOFF_MS, backoffMs * 2 || FIRST_BACKOFF_MS)
    hasRefused = false
    const waitMs = withJitter(backoffMs, random)
    probeAt = clock.now() + waitMs
    stopTimer()
    stopTimer = clock.setTimer(waitMs, () => void probe())
  }
  const probe = async () => {
    isProbing = true
    // The result of a probe is recorded like the result of any other call, and may close the circuit.
    await nextProbe()
      ?.runWithPermit()
      .catch(() => {})
    isProbing = false
    schedule()
  }
  /** Schedules the next probe after the first backoff. */
  const probeSoon = () => {
    backoffMs = 0
    hasRefused = true
    schedule()
  }
  const open = () => {
    openedAt = clock.now()
    probeSoon()
    onChange(name, true)
  }

  return {
    name,
    isOpen: () => openedAt !== undefined,
    /** When the circuit opened; undefined while it is closed. */
    openedAt: () => openedAt,
    open,
    /** Closes the circuit and resets its failures; false when it was closed already. */
    close(): boolean {
      const wasOpen = openedAt !== undefined
      stopTimer()
      failures = 0
      suspects.clear()
      openedAt = undefined
      if (wasOpen) onChange(name, false)
      return wasOpen
    },
    /** Counts a failure, which may open the circuit; false when the call with the id `suspectId` was counted before. */
    recordFailure(suspectId: string | undefined): boolean {
      if (suspectId !== undefined && suspects.has(suspectId)) return false
      if (suspectId !== undefined && suspects.size < FAILURES_TO_OPEN) suspects.add(suspectId)
      failures++
      if (openedAt === undefined && failures >= FAILURES_TO_OPEN) open()
      return true
    },
    /** Notes that a call is refused, brings the next probe forward if it is far away, and returns the time of the next probe. */
    refuseCall(): number {
      hasRefused = true
      if (probeAt - clock.now() > LONGEST_BACKOFF_MS * (1 + JITTER)) probeSoon()
      return probeAt
    },
    probeSoon,
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}

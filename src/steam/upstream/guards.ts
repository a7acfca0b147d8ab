import type { Clock } from '../../lib/clock.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import { RapsheetError } from '../../model/error.ts'
import { blocked, keyRefused, type Outcome } from './answer.ts'
import { NEEDED_METHODS, type Guard, type GuardedCall, type SteamHost, type TryResult } from './request.ts'

/** Maximum share by which a pause is made longer or shorter, so that the tries of several processes spread out. */
const JITTER = 0.25

export interface BreakerOptions {
  /** The first pause, doubled after each try up to the longest one; 0 to refuse no call. */
  firstPauseMs: number
  longestPauseMs: number
  /** Shares the pause with other replicas. */
  shared?: SharedPause
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Called when the breaker opens or closes. */
  onChange: (isOpen: boolean) => void
}

/**
 * A breaker that refuses calls while it is open. After each pause it lets one call through, whose result shows whether Steam answers again; until
 * then the next, longer pause holds.
 */
export function createBreaker(options: BreakerOptions) {
  const { firstPauseMs, longestPauseMs, shared = localPause, random, clock, onChange } = options
  let open: { since: number; pauseMs: number; endsAt: number } | undefined

  const follow = (pause: Pause | undefined) => {
    const wasOpen = open !== undefined
    const now = clock.now()
    open = pause && { since: open?.since ?? now, pauseMs: pause.pauseMs, endsAt: now + pause.leftMs }
    if (wasOpen !== (open !== undefined)) onChange(!wasOpen)
  }
  const begin = (pauseMs: number) => {
    const pause = { pauseMs, leftMs: pauseMs * (1 - JITTER + 2 * JITTER * random()) }
    follow(pause)
    shared.keep(pause)
  }
  follow(shared.known())
  shared.listen(follow)

  return {
    isOpen: () => open !== undefined,
    /** When the breaker was opened, monotonic milliseconds; undefined while it is closed. */
    openedAt: () => open?.since,
    /** The time left of the pause, milliseconds, if a call is to be refused. `mayTry`: the call is let through after the pause. */
    refuse(mayTry: boolean): number | undefined {
      if (!open || firstPauseMs === 0) return undefined
      const leftMs = Math.max(0, open.endsAt - clock.now())
      return leftMs > 0 || !mayTry ? leftMs : undefined
    },
    /** A call is sent: if the breaker is open, the next pause begins. */
    noteTry(): void {
      if (open && firstPauseMs > 0) begin(Math.min(longestPauseMs, open.pauseMs * 2))
    },
    open(): void {
      if (!open) begin(firstPauseMs)
    },
    close(): void {
      if (!open) return
      follow(undefined)
      shared.keep(undefined)
    },
  }
}

type Options = Omit<BreakerOptions, 'firstPauseMs' | 'longestPauseMs'>

/** A guard that refuses calls while its breaker is open. */
export interface BreakerGuard extends Guard {
  isOpen: () => boolean
  /** When it was opened, monotonic milliseconds; undefined while it is closed. */
  openedAt: () => number | undefined
}

/**
 * Number of failures in a row that opens a circuit. If one call in five fails at random, this many failures in a row occur once in 400,000
 * calls.
 */
const FAILURES_TO_OPEN = 8
const CIRCUIT = { firstPauseMs: 1_000, longestPauseMs: 5_000 }

/** Creates a guard with a breaker; calls for which `mayTry` is false show nothing about it, so they are refused until it closes. */
function createGuard(
  options: BreakerOptions,
  refusal: (leftMs: number) => RapsheetError,
  recordResult: (result: TryResult, breaker: ReturnType<typeof createBreaker>) => void,
  mayTry: (call: GuardedCall) => boolean = () => true,
): BreakerGuard {
  const breaker = createBreaker(options)
  return {
    isOpen: breaker.isOpen,
    openedAt: breaker.openedAt,
    check(call) {
      const leftMs = breaker.refuse(mayTry(call))
      if (leftMs !== undefined) throw refusal(leftMs)
    },
    noteTry: breaker.noteTry,
    recordResult: (result) => recordResult(result, breaker),
  }
}

/**
 * The guard of a host against an outage: after some failures in a row, its calls are refused at once. Needed calls are among these failures,
 * and show the end of the outage, because hours or friend lists may be down alone.
 */
export function createCircuit(options: Options): BreakerGuard {
  let failures = 0
  let hasNeededFailed = false
  return createGuard(
    { ...options, ...CIRCUIT },
    (leftMs) => {
      const retryAfter = Math.max(1, Math.ceil(leftMs / 1000))
      const message = `Steam is down or does not answer at the moment; try again in ${retryAfter} s.`
      return new RapsheetError('platform_unavailable', message, { upstreamStatus: 503, retryAfter })
    },
    (result, breaker) => {
      const meaning = meaningOf(result)
      if (meaning === 'success') {
        failures = 0
        hasNeededFailed = false
        breaker.close()
      }
      if (meaning !== 'failure') return
      failures++
      hasNeededFailed ||= NEEDED_METHODS.has(result.method)
      if (failures >= FAILURES_TO_OPEN && hasNeededFailed) breaker.open()
    },
    ({ method }) => NEEDED_METHODS.has(method),
  )
}

const HOST_NAMES: Record<SteamHost, string> = { api: "Steam's Web API", community: "Steam's community site" }
/** A block lasts for hours or days, and calls prolong it; the longest pause is this many times as long as the first. */
const LONGEST_BLOCK_PAUSE = 12

/**
 * The guard of a host that may block this server's address; mostly, the edge network in front of the host blocks it. One page of that network
 * begins a block, and any answer of Steam itself ends it.
 */
export function createBlockGuard(options: Options & { host: SteamHost; blockPauseMs: number }): BreakerGuard {
  const { host, blockPauseMs: firstPauseMs } = options
  const longestPauseMs = LONGEST_BLOCK_PAUSE * firstPauseMs
  return createGuard(
    { ...options, firstPauseMs, longestPauseMs },
    (leftMs) => blocked(HOST_NAMES[host], Math.max(1, Math.ceil(leftMs / 60_000))),
    ({ outcome, startedAt, error }, breaker) => {
      if (outcome === 'blocked') breaker.open()
      // Calls that were in flight when the block began prove nothing.
      else if (startedAt >= (breaker.openedAt() ?? 0) && isLetThrough(outcome, error)) breaker.close()
    },
  )
}

/** The guard against a refused key, which is sent again only once in each pause, because Steam limits addresses that repeat a bad key. */
export function createKeyGuard(options: Options & { keyPauseMs: number }): BreakerGuard {
  const pauses = { firstPauseMs: options.keyPauseMs, longestPauseMs: options.keyPauseMs }
  // Another replica may have met the refusal.
  let refusal = keyRefused()
  return createGuard(
    { ...options, ...pauses },
    () => refusal,
    ({ error }, breaker) => {
      if (!error) breaker.close()
      if (error?.code !== 'key_refused') return
      refusal = error
      breaker.open()
    },
  )
}

/**
 * What a result means for a circuit. `neutral`: it proves nothing about the host, because the try was abandoned, or Steam limits or refuses the
 * request, the address or the key. Every other failure is a sign of an outage; a 401 or 403 too, because answers about private players and bad
 * keys have been recognized before.
 */
export function meaningOf({ outcome, error }: Pick<TryResult, 'outcome' | 'error'>): 'success' | 'neutral' | 'failure' {
  if (!error) return 'success'
  if (outcome === '401' || outcome === '403') return 'failure'
  const isNeutral = ['abandoned', 'blocked', 'key_refused'].includes(outcome) || outcome.startsWith('4')
  return isNeutral ? 'neutral' : 'failure'
}

/**
 * Whether the outcome proves that the call reached Steam. An outage and a 429 may come from the network in front of Steam, and so may a 401
 * or 403 that was not recognized as an answer of Steam.
 */
function isLetThrough(outcome: Outcome, error: RapsheetError | undefined): boolean {
  if (outcome === '401' || outcome === '403') return error === undefined
  return outcome === 'wrong_shape' || outcome === 'key_refused' || (/^[234]/.test(outcome) && outcome !== '429')
}

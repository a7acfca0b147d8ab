import { RapsheetError } from '../../model/error.ts'
import { blocked, keyRefused, type Outcome } from './answer.ts'
import { createBreaker, type BreakerOptions } from './breaker.ts'
import { NEEDED_METHODS, type Guard, type SteamHost, type TryResult } from './request.ts'

type Options = Omit<BreakerOptions, 'firstPauseMs' | 'longestPauseMs'>

/** A guard that a breaker keeps closed for calls while it is open. */
export interface BreakerGuard extends Guard {
  isOpen: () => boolean
  /** When it was opened, monotonic milliseconds; undefined while it is closed. */
  openedAt: () => number | undefined
  /** Stops probing. */
  stop(): void
}

/**
 * Number of failures in a row that opens a circuit. If one call in five fails at random, this many failures in a row occur once in 400,000
 * calls.
 */
const FAILURES_TO_OPEN = 8
const CIRCUIT = { firstPauseMs: 1_000, longestPauseMs: 5_000 }

/**
 * The guard of a host against an outage: after some failures in a row, its calls are refused at once. Needed calls are among these failures,
 * and are used as probes, because hours or friend lists may be down alone.
 */
export function createCircuit(options: Options): BreakerGuard {
  const { refuse, ...breaker } = createBreaker({ ...options, ...CIRCUIT })
  let failures = 0
  let hasNeededFailed = false
  /** Calls whose failure may be due to the account: each counts once, however often it is repeated. */
  const suspects = new Set<string>()
  return {
    ...breaker,
    check(probe) {
      const leftMs = refuse(NEEDED_METHODS.has(probe.method) ? probe : undefined)
      if (leftMs === undefined) return
      const retryAfter = Math.max(1, Math.ceil(leftMs / 1000))
      const message = `Steam is down or does not answer at the moment; try again in ${retryAfter} s.`
      throw new RapsheetError('platform_unavailable', message, { upstreamStatus: 503, retryAfter })
    },
    recordResult(result, probe) {
      const meaning = meaningOf(result)
      if (meaning === 'success') {
        failures = 0
        hasNeededFailed = false
        suspects.clear()
        breaker.close()
      }
      if (meaning === 'suspect') {
        const id = probe.id()
        if (suspects.has(id)) return
        if (suspects.size < FAILURES_TO_OPEN) suspects.add(id)
      }
      if (meaning !== 'suspect' && meaning !== 'failure') return
      failures++
      hasNeededFailed ||= NEEDED_METHODS.has(probe.method)
      if (failures >= FAILURES_TO_OPEN && hasNeededFailed) breaker.open(probe)
    },
  }
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
  const { refuse, ...breaker } = createBreaker({ ...options, firstPauseMs, longestPauseMs })
  return {
    ...breaker,
    check(probe) {
      const leftMs = refuse(probe)
      if (leftMs !== undefined) throw blocked(HOST_NAMES[host], Math.max(1, Math.ceil(leftMs / 60_000)))
    },
    recordResult({ outcome, startedAt, error }, probe) {
      if (outcome === 'blocked') breaker.open(probe)
      // Calls that were in flight when the block began prove nothing.
      else if (startedAt >= (breaker.openedAt() ?? 0) && isLetThrough(outcome, error)) breaker.close()
    },
  }
}

/** The guard against a refused key, which is sent again only as a probe, because Steam limits addresses that repeat a bad key. */
export function createKeyGuard(options: Options & { keyPauseMs: number }): BreakerGuard {
  const pauses = { firstPauseMs: options.keyPauseMs, longestPauseMs: options.keyPauseMs }
  const { refuse, ...breaker } = createBreaker({ ...options, ...pauses })
  // Another replica may have met the refusal.
  let refusal = keyRefused()
  return {
    ...breaker,
    check(probe) {
      if (refuse(probe) !== undefined) throw refusal
    },
    recordResult({ error }, probe) {
      if (!error) breaker.close()
      if (error?.code !== 'key_refused') return
      refusal = error
      breaker.open(probe)
    },
  }
}

/**
 * What a failure means for a circuit. `suspect`: it may be due to this one account. `neutral`: it proves nothing about the host, because the try was
 * abandoned, or Steam limits or refuses the request, the address or the key. Every other failure is a sign of an outage.
 */
const MEANINGS: Partial<Record<Outcome, 'suspect' | 'neutral'>> = {
  abandoned: 'neutral',
  blocked: 'neutral',
  key_refused: 'neutral',
  // Answers about private players and bad keys have been recognized before. Any other 401 or 403 is due to this one account or to an
  // outage.
  '401': 'suspect',
  '403': 'suspect',
  '500': 'suspect',
  wrong_shape: 'suspect',
}

export function meaningOf({ outcome, error }: Pick<TryResult, 'outcome' | 'error'>) {
  if (!error) return 'success'
  return MEANINGS[outcome] ?? (outcome.startsWith('4') ? 'neutral' : 'failure')
}

/**
 * Whether the outcome proves that the call reached Steam. An outage and a 429 may come from the network in front of Steam, and so may a 401
 * or 403 that was not recognized as an answer of Steam.
 */
function isLetThrough(outcome: Outcome, error: RapsheetError | undefined): boolean {
  if (outcome === '401' || outcome === '403') return error === undefined
  return outcome === 'wrong_shape' || outcome === 'key_refused' || (/^[234]/.test(outcome) && outcome !== '429')
}

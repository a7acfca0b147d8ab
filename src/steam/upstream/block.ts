import type { Clock } from '../../lib/clock.ts'
import { blocked, type Outcome } from './answer.ts'
import type { KnownBlock } from './known-blocks.ts'
import type { Guard, Probe, SteamOrigin, TryResult } from './request.ts'

/** Pauses between probes are long: a block lasts for hours or days, and calls prolong it. */
const FIRST_PAUSE_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000
/** Share by which a pause is longer or shorter than planned. */
const JITTER = 0.25

const NAMES: Record<SteamOrigin, string> = { api: "Steam's Web API", community: "Steam's community site" }

export interface BlockOptions {
  origin: SteamOrigin
  /** The block persisted before a restart. */
  known?: KnownBlock | undefined
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Persists each change; undefined when the block has ended. */
  keep: (known: KnownBlock | undefined) => void
  /** Called when a block begins, also at the start with a known one, and when it ends. */
  onChange: (isBlocked: boolean) => void
}

/** Detects when Steam's edge network blocks this server's address on one host, and probes rarely until it lets calls through. */
export interface BlockGuard extends Guard {
  /** Throws `platform_blocked` during a block; the refused call becomes the next probe. */
  check(probe: Pick<Probe, 'runUnchecked'>): void
  /** One page of the edge network starts a block; any answer of Steam itself ends it. */
  recordResult(result: Pick<TryResult, 'outcome' | 'startedAt'>, probe: Pick<Probe, 'runUnchecked'>): void
  isBlocked(): boolean
  /** Stops probing. */
  stop(): void
}

/** Starts without a block, or with the known one. Probes are made one at a time. */
export function createBlockGuard({ origin, known, random, clock, keep, onChange }: BlockOptions): BlockGuard {
  let block: { since: number; pauseMs: number; probeAt: number } | undefined
  /** The call that was refused last: the first one may have been blocked for what it asks. */
  let nextProbe: Pick<Probe, 'runUnchecked'> | undefined
  let isProbing = false
  let isStopped = false
  let stopTimer = () => {}

  const schedule = (waitMs: number) => {
    if (!block || isStopped) return
    block.probeAt = clock.now() + waitMs
    keep({ pauseMs: block.pauseMs, probeAt: clock.unixSeconds() * 1000 + waitMs })
    stopTimer()
    stopTimer = clock.setTimer(waitMs, () => void runProbe())
  }
  const begin = (pauseMs: number, waitMs: number) => {
    const now = clock.now()
    block = { since: now, pauseMs, probeAt: now }
    schedule(waitMs)
    onChange(true)
  }
  const end = () => {
    stopTimer()
    block = undefined
    nextProbe = undefined
    keep(undefined)
    onChange(false)
  }
  const withJitter = (pauseMs: number) => pauseMs * (1 - JITTER + 2 * JITTER * random())
  const runProbe = async () => {
    // After a restart there may be no call to probe with yet; the next one is used at once.
    if (!nextProbe || isProbing || isStopped) return
    isProbing = true
    // Its result reaches `recordResult`, as that of any call.
    await nextProbe.runUnchecked().catch(() => {})
    isProbing = false
    if (block) schedule(withJitter(block.pauseMs))
  }
  if (known) {
    // Upper bound, as the address may have changed; lower bound, as a process in a restart loop must not probe each time.
    const longestMs = FIRST_PAUSE_MS * (1 + JITTER)
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, known.pauseMs))
    begin(pauseMs, Math.min(longestMs, Math.max(0, known.probeAt - clock.unixSeconds() * 1000)))
  }

  return {
    check(probe) {
      if (!block) return
      nextProbe = probe
      const leftMs = block.probeAt - clock.now()
      if (leftMs <= 0) void runProbe()
      throw blocked(NAMES[origin], Math.max(1, Math.ceil(leftMs / 60_000)))
    },
    recordResult({ outcome, startedAt }, probe) {
      if (outcome === 'blocked') {
        nextProbe ??= probe
        if (!block) begin(FIRST_PAUSE_MS, withJitter(FIRST_PAUSE_MS))
        // Calls that were in flight when the block began report the same block.
        else if (startedAt >= block.since) block.pauseMs = Math.min(LONGEST_PAUSE_MS, block.pauseMs * 2)
      } else if (block && startedAt >= block.since && isLetThrough(outcome)) end()
    },
    isBlocked: () => block !== undefined,
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}

/** Whether the outcome proves that the call reached Steam: the edge network itself may answer with a 429 or an outage. */
function isLetThrough(outcome: Outcome): boolean {
  return outcome === 'wrong_shape' || outcome === 'key_refused' || (/^[234]/.test(outcome) && outcome !== '429')
}

import type { Clock } from '../../lib/clock.ts'
import { blocked } from './answer.ts'
import type { Outcome } from './answer.ts'
import type { Guard, Probe, SteamOrigin, TryResult } from './request.ts'

/** A block lasts for hours or days, and calls prolong it. */
const FIRST_PAUSE_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000
/** Share by which a pause is longer or shorter than planned. */
const JITTER = 0.25

const NAMES: Record<SteamOrigin, string> = { api: "Steam's Web API", community: "Steam's community site" }

/** What is kept of a block through a restart: the pause between probes and the time of the next one, Unix milliseconds. */
export interface KnownBlock {
  pauseMs: number
  probeAt: number
}

export interface BlockOptions {
  origin: SteamOrigin
  /** The block that was known before a restart. */
  known?: KnownBlock | undefined
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Persists each change; undefined when there is no block any more. */
  keep: (known: KnownBlock | undefined) => void
  /** Called when a block begins, a known one included, and when it ends. */
  onChange: (isBlocked: boolean) => void
}

/** Detects when Steam's edge network blocks this server's address on one host, and probes rarely until it lets calls through. */
export interface BlockGuard extends Guard {
  /** Throws `platform_blocked` during a block, and keeps the question for the next probe. */
  check(probe: Pick<Probe, 'runUnchecked'>): void
  /** One page of the edge network begins a block; any answer of Steam itself ends it. */
  recordResult(result: Pick<TryResult, 'outcome' | 'startedAt'>, probe: Pick<Probe, 'runUnchecked'>): void
  isBlocked(): boolean
  /** Stops probing. */
  stop(): void
}

/** Starts without a block, or with the known one. Probes are made one at a time. */
export function createBlockGuard({ origin, known, random, clock, keep, onChange }: BlockOptions): BlockGuard {
  let block: { since: number; pauseMs: number; probeAt: number } | undefined
  /** The question that was refused last, as the first one may be refused for itself. */
  let question: Pick<Probe, 'runUnchecked'> | undefined
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
    question = undefined
    keep(undefined)
    onChange(false)
  }
  const withJitter = (pauseMs: number) => pauseMs * (1 - JITTER + 2 * JITTER * random())
  const runProbe = async () => {
    // After a restart there may be no question yet; the next one is asked at once.
    if (!question || isProbing || isStopped) return
    isProbing = true
    // `recordResult` gets the result like that of any call.
    await question.runUnchecked().catch(() => {})
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
      question = probe
      const leftMs = block.probeAt - clock.now()
      if (leftMs <= 0) void runProbe()
      throw blocked(NAMES[origin], Math.max(1, Math.ceil(leftMs / 60_000)))
    },
    recordResult({ outcome, startedAt }, probe) {
      if (outcome === 'blocked') {
        question ??= probe
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

/** Whether the outcome shows that the edge network passes calls on: a limit or an outage may be its own answer. */
function isLetThrough(outcome: Outcome): boolean {
  return outcome === 'wrong_shape' || outcome === 'key_refused' || (/^[234]/.test(outcome) && outcome !== '429')
}

import { blocked } from './answer.ts'
import type { Outcome } from './answer.ts'

/** The two hosts that are asked; each can block this server's address on its own. */
export const STEAM_ORIGINS = ['api', 'community'] as const
export type SteamOrigin = (typeof STEAM_ORIGINS)[number]

/** A block lasts for hours or days, and asking prolongs it. */
const FIRST_PAUSE_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 60 * 60_000
/** By how much of itself a pause is longer or shorter than planned. */
const JITTER = 0.25

const NAMES: Record<SteamOrigin, string> = { api: "Steam's Web API", community: "Steam's community site" }

/** What a restart must not forget of a block: the pause between probes and the time of the next one, Unix milliseconds. */
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
  /** Called with each change of what a restart must not forget; undefined when there is no block any more. */
  keep: (known: KnownBlock | undefined) => void
  /** Called when a block begins, a known one included, and when it ends. */
  onChange: (isBlocked: boolean) => void
}

/** Whether Steam's edge network blocks this server's address on one host, and when that is looked at again. */
export interface Block {
  /** Throws `platform_blocked` during a block, and keeps the question for the next probe. */
  check(probe: () => Promise<unknown>): void
  /** Takes the outcome of a call that began at `startedAt` (monotonic milliseconds). One page of the edge begins a block. */
  record(outcome: Outcome, startedAt: number, probe: () => Promise<unknown>): void
  isBlocked(): boolean
  /** Stops probing. */
  close(): void
}

/** Starts without a block, or with the known one. A single call at a time finds out whether the block is over. */
export function createBlock({ origin, known, random, keep, onChange }: BlockOptions): Block {
  let block: { since: number; pauseMs: number; probeAt: number } | undefined
  /** The question that was refused last, as the first one may be refused for itself. */
  let question: (() => Promise<unknown>) | undefined
  let isProbing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const schedule = (waitMs: number) => {
    if (!block || isClosed) return
    block.probeAt = performance.now() + waitMs
    keep({ pauseMs: block.pauseMs, probeAt: Date.now() + waitMs })
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), waitMs).unref()
  }
  const begin = (pauseMs: number, waitMs: number) => {
    const now = performance.now()
    block = { since: now, pauseMs, probeAt: now }
    schedule(waitMs)
    onChange(true)
  }
  const jittered = (pauseMs: number) => pauseMs * (1 - JITTER + 2 * JITTER * random())
  const ask = async () => {
    // After a restart there may be no question yet; the next one is asked at once.
    if (!question || isProbing || isClosed) return
    isProbing = true
    // How it ends is recorded like the end of any other call.
    await question().catch(() => {})
    isProbing = false
    if (block) schedule(jittered(block.pauseMs))
  }
  if (known) {
    // A changed address should not have to wait for an hour; a process that restarts all the time should not ask each time.
    const longestMs = FIRST_PAUSE_MS * (1 + JITTER)
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, known.pauseMs))
    begin(pauseMs, Math.min(longestMs, Math.max(0, known.probeAt - Date.now())))
  }

  return {
    check(probe) {
      if (!block) return
      question = probe
      const leftMs = block.probeAt - performance.now()
      if (leftMs <= 0) void ask()
      throw blocked(NAMES[origin], Math.max(1, Math.ceil(leftMs / 60_000)))
    },
    record(outcome, startedAt, probe) {
      if (outcome === 'blocked') {
        question ??= probe
        if (!block) begin(FIRST_PAUSE_MS, jittered(FIRST_PAUSE_MS))
        // Calls that were under way when the block began tell of the same block.
        else if (startedAt >= block.since) block.pauseMs = Math.min(LONGEST_PAUSE_MS, block.pauseMs * 2)
        return
      }
      if (!block || !isLetThrough(outcome) || startedAt < block.since) return
      clearTimeout(timer)
      block = undefined
      question = undefined
      keep(undefined)
      onChange(false)
    },
    isBlocked: () => block !== undefined,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Whether the outcome shows that the edge passes calls on: a limit or an outage may be the edge's own answer. */
function isLetThrough(outcome: Outcome): boolean {
  return outcome === 'wrong_shape' || outcome === 'key_refused' || (/^[234]/.test(outcome) && outcome !== '429')
}

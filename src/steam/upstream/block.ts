import type { Clock } from '../../lib/clock.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import type { RapsheetError } from '../../model/error.ts'
import { blocked, type Outcome } from './answer.ts'
import { JITTER, withJitter } from './retry.ts'
import type { Probe, SteamHost, TryResult } from './request.ts'

const NAMES: Record<SteamHost, string> = { api: "Steam's Web API", community: "Steam's community site" }

export interface BlockOptions {
  host: SteamHost
  /** The first pause between probes; the longest pause is twelve times as long. */
  blockPauseMs: number
  /** Shares the block with other replicas, or with this process after a restart; without it, a restart forgets the block. */
  sharedBlock?: SharedPause | undefined
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Called when a block begins or ends, and by `createBlockGuard` itself when a block is known already. */
  onChange: (isBlocked: boolean) => void
}

type BlockProbe = Pick<Probe, 'runWithoutPermit'>
type BlockResult = Pick<TryResult, 'outcome' | 'startedAt' | 'error'>

/**
 * The guard for one host of Steam, which may block this server's address; mostly, the edge network in front of the host blocks it. During a
 * block, the guard refuses all calls. From time to time it repeats a refused call as a probe, until a probe is let through.
 */
export function createBlockGuard(options: BlockOptions) {
  const { host, blockPauseMs, sharedBlock = localPause, random, clock, onChange } = options
  const longestPauseMs = 12 * blockPauseMs
  let block: { since: number; pauseMs: number } | undefined
  /**
   * The next probe: the call that was refused last. It replaces the call that began the block, which may have been blocked for its content.
   */
  let nextProbe: BlockProbe | undefined
  let isProbing = false
  const timer = createProbeTimer(clock, () => void runProbe())

  const schedule = () => {
    if (!block) return
    const pause = { pauseMs: block.pauseMs, leftMs: withJitter(block.pauseMs, random) }
    sharedBlock.keep(pause)
    timer.start(pause.leftMs)
  }
  const begin = (pauseMs: number) => {
    block = { since: clock.now(), pauseMs }
    onChange(true)
  }
  const end = () => {
    timer.clear()
    block = undefined
    nextProbe = undefined
    onChange(false)
  }
  const runProbe = async () => {
    // After a restart there may be no call to probe with yet; the next call is then used at once.
    if (!block || !nextProbe || isProbing || timer.isStopped()) return
    isProbing = true
    // The next turn is stored before the probe, in case the process dies during the probe.
    const turn = { pauseMs: block.pauseMs, leftMs: withJitter(block.pauseMs, random) }
    timer.start(turn.leftMs)
    if ((await sharedBlock.takeTurn(turn)) && !timer.isStopped()) {
      // The result of a probe reaches `recordResult` like the result of any other call.
      await nextProbe?.runWithoutPermit().catch(() => {})
      if (!timer.isStopped()) schedule()
    }
    isProbing = false
  }
  const follow = (pause: Pause | undefined) => {
    if (!pause) return block ? end() : undefined
    if (block) block.pauseMs = pause.pauseMs
    else begin(pause.pauseMs)
    timer.start(pause.leftMs)
  }
  const known = sharedBlock.known()
  if (known) follow(bounded(known, blockPauseMs, longestPauseMs))
  sharedBlock.listen(follow)

  return {
    /** Throws `platform_blocked` during a block; the refused call becomes the next probe. */
    check(probe: BlockProbe): void {
      if (!block) return
      nextProbe = probe
      const leftMs = timer.leftMs()
      if (leftMs <= 0) void runProbe()
      throw blocked(NAMES[host], Math.max(1, Math.ceil(leftMs / 60_000)))
    },
    /** One page that is not from Steam starts a block; any answer of Steam itself ends it. */
    recordResult({ outcome, startedAt, error }: BlockResult, probe: BlockProbe): void {
      if (outcome === 'blocked') {
        nextProbe ??= probe
        if (!block) {
          begin(blockPauseMs)
          schedule()
          // Calls that were in flight when the block began prove nothing new.
        } else if (startedAt >= block.since) block.pauseMs = Math.min(longestPauseMs, block.pauseMs * 2)
      } else if (block && startedAt >= block.since && isLetThrough(outcome, error)) {
        end()
        sharedBlock.keep(undefined)
      }
    },
    /** Whether the block is known to go on. Without a call that could be its probe, nothing is known once its pause is over. */
    isBlocked: () => block !== undefined && (nextProbe !== undefined || timer.leftMs() > 0),
    /** Stops probing. */
    stop: timer.stop,
  }
}

/**
 * Bounds the stored pause at the start of the process. The pause is shortened, because the address may have changed in the meantime. It is
 * not dropped, because a process in a restart loop must not probe at each start.
 */
const bounded = ({ pauseMs, leftMs }: Pause, firstMs: number, longestMs: number): Pause => ({
  pauseMs: Math.min(longestMs, Math.max(firstMs, pauseMs)),
  leftMs: Math.min(firstMs * (1 + JITTER), Math.max(0, leftMs)),
})

/** Creates a timer that calls `onDue` when the next probe is due, until it is stopped. */
function createProbeTimer(clock: Clock, onDue: () => void) {
  let dueAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  let clear = () => {}
  return {
    start(ms: number): void {
      clear()
      dueAt = clock.now() + ms
      if (!isStopped) clear = clock.setTimer(ms, onDue)
    },
    leftMs: () => dueAt - clock.now(),
    clear: () => clear(),
    isStopped: () => isStopped,
    stop(): void {
      isStopped = true
      clear()
    },
  }
}

export type BlockGuard = ReturnType<typeof createBlockGuard>

/**
 * Whether the outcome proves that the call reached Steam. An outage and a 429 may come from the network in front of Steam, and so may a 401
 * or 403 that was not recognized as an answer of Steam.
 */
function isLetThrough(outcome: Outcome, error: RapsheetError | undefined): boolean {
  if (outcome === '401' || outcome === '403') return error === undefined
  return outcome === 'wrong_shape' || outcome === 'key_refused' || (/^[234]/.test(outcome) && outcome !== '429')
}

import type { Clock } from '../../lib/clock.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import type { Probe } from './request.ts'

/** Maximum share by which a wait between probes is made longer or shorter, so that probes spread out. */
const JITTER = 0.25

export interface BreakerOptions {
  /** The first pause between probes, doubled after each probe up to the longest one; 0 to refuse no call. */
  firstPauseMs: number
  longestPauseMs: number
  /** Shares the pause with other replicas, or with this process after a restart. */
  shared?: SharedPause
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Called when the breaker opens or closes, and by `createBreaker` itself when a pause is known already. */
  onChange: (isOpen: boolean) => void
  /** Makes a probe; its result is recorded like the result of any other call, and may close the breaker. */
  runProbe: (probe: Probe) => Promise<unknown>
}

/**
 * A breaker that refuses calls while it is open. In the background, it repeats the call that was refused last as a probe, one at a time, until
 * it is closed. When a pause ends and there is no call to repeat, it closes, and the next call shows whether Steam answers again.
 */
export function createBreaker(options: BreakerOptions) {
  const { firstPauseMs, longestPauseMs, shared = localPause, random, clock, onChange, runProbe } = options
  let open: { since: number; pauseMs: number; probeAt: number } | undefined
  let nextProbe: Probe | undefined
  let isProbing = false
  let isStopped = false
  let stopTimer = () => {}

  const schedule = (leftMs: number) => {
    stopTimer()
    if (!open) return
    open.probeAt = clock.now() + leftMs
    if (firstPauseMs > 0 && !isStopped) stopTimer = clock.setTimer(leftMs, () => void probe())
  }
  const begin = ({ pauseMs, leftMs }: Pause) => {
    open = { since: clock.now(), pauseMs, probeAt: 0 }
    schedule(leftMs)
    onChange(true)
  }
  const end = () => {
    if (!open) return
    stopTimer()
    open = nextProbe = undefined
    onChange(false)
  }
  const probe = async () => {
    if (!open || isProbing) return
    if (!nextProbe) return end()
    isProbing = true
    open.pauseMs = Math.min(longestPauseMs, open.pauseMs * 2)
    const pause = withJitter(open.pauseMs, random)
    // This stores the time of the next probe, in case the process dies during this one.
    const isOurTurn = await shared.takeTurn(pause)
    if (isOurTurn && nextProbe && !isStopped) await runProbe(nextProbe).catch(() => {})
    isProbing = false
    if (isOurTurn || isDue(open, clock.now())) schedule(pause.leftMs)
  }
  const follow = (pause: Pause | undefined) => {
    if (!pause) return end()
    if (!open) return begin(pause)
    open.pauseMs = pause.pauseMs
    schedule(pause.leftMs)
  }
  const known = shared.known()
  // The pause is shortened, because the key or the address may be another one, and the clock may have been wrong.
  if (known && known.leftMs > 0)
    follow({
      pauseMs: Math.max(firstPauseMs, Math.min(longestPauseMs, known.pauseMs)),
      leftMs: Math.min(known.leftMs, firstPauseMs),
    })
  shared.listen(follow)

  return {
    isOpen: () => open !== undefined,
    /** When the breaker was opened; undefined while it is closed. */
    openedAt: () => open?.since,
    /** The time until the next probe, milliseconds, while calls are to be refused; `probed` becomes that probe. */
    refuse(probed: Probe | undefined): number | undefined {
      if (!open || firstPauseMs === 0) return undefined
      nextProbe = probed ?? nextProbe
      return Math.max(0, open.probeAt - clock.now())
    },
    open(probed: Probe): void {
      nextProbe ??= probed
      if (open) return
      const pause = withJitter(firstPauseMs, random)
      begin(pause)
      shared.keep(pause)
    },
    close(): void {
      if (open) shared.keep(undefined)
      end()
    },
    /** Stops probing. */
    stop(): void {
      isStopped = true
      stopTimer()
    },
  }
}

/** Whether the next probe is due; false if another replica has ended the pause while this one asked for its turn. */
const isDue = (open: { probeAt: number } | undefined, now: number) => open !== undefined && open.probeAt <= now

function withJitter(pauseMs: number, random: () => number): Pause {
  return { pauseMs, leftMs: pauseMs * (1 - JITTER + 2 * JITTER * random()) }
}

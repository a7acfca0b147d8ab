/** How often the delay of the event loop is measured. */
const TICK_MS = 10
/** Timers are never exact; less delay than this does not count. */
const TOLERANCE_MS = 2
/** Over how long it is averaged how much of its time the event loop is busy: a request or two do not make it so. */
const AVERAGED_MS = 60
/** Share of busy time above which there may be more in our sockets than was read. */
const BUSY_SHARE = 0.8
/** How often a wait is extended for the delay of the event loop at most; each time by no more than its own length. */
export const MOST_EXTENSIONS = 3

/** A clock to judge others by: it stands still while this process's own event loop is late. */
export interface LoopClock {
  /** Monotonic milliseconds, without the delay of the event loop. */
  now(): number
  /** Whether the event loop was hardly ever idle in the last tenth of a second. */
  isBusy(): boolean
}

/** A clock for which the event loop is never late and never busy. */
export const plainClock: LoopClock = { now: () => performance.now(), isBusy: () => false }

/** What a loop clock goes by, in monotonic milliseconds. */
export interface LoopTimes {
  now: () => number
  /** How long the event loop has been idle since it was started. */
  idleMs: () => number
}

const realTimes: LoopTimes = { now: () => performance.now(), idleMs: () => performance.nodeTiming.idleTime }

/** Measures the delay of the event loop with a timer, until it is stopped. The timer does not keep the process alive. */
export function startLoopClock(times = realTimes): LoopClock & { stop(): void } {
  let lateMs = 0
  let tickedAt = times.now()
  let idleMs = times.idleMs()
  let busyShare = 0
  const latenessAt = (now: number) => Math.max(0, now - tickedAt - TICK_MS - TOLERANCE_MS)
  const timer = setInterval(() => {
    const now = times.now()
    const idleNowMs = times.idleMs()
    const passedMs = now - tickedAt
    const share = 1 - (idleNowMs - idleMs) / passedMs
    busyShare += (share - busyShare) * (1 - Math.exp(-passedMs / AVERAGED_MS))
    lateMs += latenessAt(now)
    tickedAt = now
    idleMs = idleNowMs
  }, TICK_MS).unref()
  return {
    now() {
      const now = times.now()
      return now - lateMs - latenessAt(now)
    },
    isBusy: () => busyShare > BUSY_SHARE,
    stop: () => clearInterval(timer),
  }
}

/**
 * Calls back when `ms` have passed by the clock. When the event loop was late, the wait is extended, so that what has
 * reached our sockets meanwhile is read before; but only a few times. Returns how to cancel it.
 */
export function startTimer(clock: LoopClock, ms: number, callback: () => void): () => void {
  const endsAt = clock.now() + ms
  let extensions = 0
  let timer: NodeJS.Timeout
  const wait = () => {
    const leftMs = endsAt - clock.now()
    // Node's timers are due up to a millisecond early.
    if (leftMs < 1 || extensions++ === MOST_EXTENSIONS) callback()
    else timer = setTimeout(wait, Math.ceil(leftMs))
  }
  timer = setTimeout(wait, ms)
  return () => clearTimeout(timer)
}

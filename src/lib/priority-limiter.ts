/** How fast the time a place is held for follows what is measured: a call in fifty that hangs does not make them all slow. */
const MEMORY = 0.02
/** When so many wait that there is no room, it will be a while. */
const FULL_MS = 10_000

export interface PriorityLimiterOptions {
  /** Places there are now; asked whenever one is to be given. */
  permits: () => number
  /** Places there will be soon, by which waits are predicted; those there are now where it is not given. */
  expectedPermits?: () => number
  /** Places more, for those who are `privileged`. */
  extraPermits: number
  /** How many may wait; when there is no room the least urgent goes. */
  maxWaiting: number
  /** The error for those who cannot be served in time, given after how many milliseconds they might be. */
  refusal: (waitMs: number) => Error
  /** Monotonic milliseconds. */
  now?: () => number
}

/** Somebody who wants a place. */
export interface PermitRequest {
  readonly signal: AbortSignal
  /** The highest goes first; read anew each time, as it may rise while waiting. */
  readonly priority: () => number
  /** May use the extra places too. */
  readonly isPrivileged: boolean
  /** Longest useful wait, milliseconds. */
  readonly leftMs: number
}

/** A bounded number of places before which the urgent go first. */
export interface PriorityLimiter {
  /**
   * Does work in a place, as soon as there is one. Rejects with the waiter's reason when it leaves before, and at once with
   * the refusal when, as things stand, its turn would come too late.
   */
  run<T>(waiter: PermitRequest, work: () => Promise<T>): Promise<T>
  /** Gives no place to anybody for so long. */
  pauseFor(ms: number): void
  /** Whether somebody who came now would have to wait for a place. */
  isFull(): boolean
  /** Work under way. */
  inFlight(): number
  /** The ranks of those who wait. */
  waiting(): number[]
}

interface Waiting {
  waiter: PermitRequest
  /** When its turn would come too late. */
  until: number
  go: () => void
  refuse: (error: Error) => void
}

/** A lane nobody is in. Places are given in order of rank, and of coming among equals. */
export function createPriorityLimiter(options: PriorityLimiterOptions): PriorityLimiter {
  const {
    permits,
    expectedPermits = permits,
    extraPermits,
    maxWaiting,
    refusal,
    now = () => performance.now(),
  } = options
  const waiting: Waiting[] = []
  let inFlight = 0
  let heldUntil = Number.NEGATIVE_INFINITY
  let wakeUp: NodeJS.Timeout | undefined
  /** How long a place is held for, of late, and of how many calls that is known. */
  let usualMs = 0
  let known = 0

  const heldMs = () => Math.max(0, heldUntil - now())
  const extraFor = ({ isPrivileged }: PermitRequest) => (isPrivileged ? extraPermits : 0)
  const hasPermitFor = (waiter: PermitRequest) => inFlight < permits() + extraFor(waiter)
  /** How long so many take to get their place. */
  const turnsMs = (count: number, waiter: PermitRequest) =>
    (count * usualMs) / Math.max(1, expectedPermits() + extraFor(waiter))

  /** As below, if everybody went before: who would be in time even so need not be compared with a thousand others. */
  const longestWaitMsOf = (waiter: PermitRequest): number => heldMs() + turnsMs(waiting.length + 1, waiter)

  /** After how long a place would come free for somebody of this rank, by what is known now. */
  const waitMsOf = (waiter: PermitRequest): number => {
    if (hasPermitFor(waiter) && waiting.length === 0) return heldMs()
    const priority = waiter.priority()
    const ahead = waiting.reduce((count, other) => count + (other.waiter.priority() >= priority ? 1 : 0), 0)
    return heldMs() + turnsMs(ahead + 1, waiter)
  }

  /** The first of those with the highest rank who may go; -1 for nobody. */
  const next = (): number => {
    let best = -1
    let bestPriority = Number.NEGATIVE_INFINITY
    const free = permits() - inFlight
    // With thousands waiting this runs for each call that ends: `waiting.entries()` takes twice as long.
    for (let index = 0; index < waiting.length; index++) {
      const { waiter } = waiting[index]!
      const priority = waiter.priority()
      if (priority > bestPriority && free + extraFor(waiter) > 0) {
        best = index
        bestPriority = priority
      }
    }
    return best
  }

  const letGo = () => {
    clearTimeout(wakeUp)
    wakeUp = undefined
    if (waiting.length === 0) return
    if (heldMs() > 0) {
      wakeUp = setTimeout(letGo, heldMs())
      return
    }
    while (inFlight < permits() + extraPermits) {
      const index = next()
      if (index === -1) return
      const [turn] = waiting.splice(index, 1)
      // What was foreseen when it came may have been wrong.
      if (turn && turn.until < now()) turn.refuse(refusal(waitMsOf(turn.waiter)))
      else turn?.go()
    }
  }

  /** Makes room for somebody of this rank by refusing the last of the least urgent; false when nobody is less urgent. */
  const makeRoom = (priority: number): boolean => {
    const priorities = waiting.map(({ waiter }) => waiter.priority())
    const least = Math.min(...priorities)
    if (least >= priority) return false
    const [dropped] = waiting.splice(priorities.lastIndexOf(least), 1)
    dropped?.refuse(refusal(Math.max(waitMsOf(dropped.waiter), FULL_MS)))
    return true
  }

  const place = (waiter: PermitRequest): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const { signal } = waiter
      if (signal.aborted) return reject(signal.reason)
      if (longestWaitMsOf(waiter) > waiter.leftMs) {
        const waitMs = waitMsOf(waiter)
        if (waitMs > waiter.leftMs) return reject(refusal(waitMs))
      }
      if (waiting.length === 0 && heldMs() === 0 && hasPermitFor(waiter)) {
        inFlight++
        return resolve()
      }
      if (waiting.length >= maxWaiting && !makeRoom(waiter.priority()))
        return reject(refusal(Math.max(waitMsOf(waiter), FULL_MS)))
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(signal.reason)
      }
      const entry: Waiting = {
        waiter,
        until: now() + waiter.leftMs,
        go() {
          signal.removeEventListener('abort', onAbort)
          inFlight++
          resolve()
        },
        refuse(error) {
          signal.removeEventListener('abort', onAbort)
          reject(error)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(entry)
      // Where there is none, whoever leaves a place calls the next one.
      if (hasPermitFor(waiter)) letGo()
    })

  return {
    async run(waiter, work) {
      await place(waiter)
      const startedAt = now()
      try {
        return await work()
      } finally {
        inFlight--
        const heldForMs = now() - startedAt
        known++
        usualMs += (heldForMs - usualMs) * Math.max(MEMORY, 1 / known)
        letGo()
      }
    },
    pauseFor(ms) {
      heldUntil = Math.max(heldUntil, now() + ms)
    },
    isFull: () => inFlight >= permits() || waiting.length > 0 || heldMs() > 0,
    inFlight: () => inFlight,
    waiting: () => waiting.map(({ waiter }) => waiter.priority()),
  }
}

/** Pieces of work that are done in one turn of the event loop. */
const PER_TURN = 4

/** Work that waits for its turn of the event loop. */
export interface TaskQueue {
  /** Does a piece of work in one of the next turns. */
  add(work: () => void): void
  /** How many pieces wait. */
  waiting(): number
}

/**
 * Spreads work over turns of the event loop, in order and a few pieces a turn, so that new connections and answers get their
 * turn in between: Node accepts one connection a turn.
 */
export function createTaskQueue(): TaskQueue {
  let queue: (() => void)[] = []
  let isScheduled = false
  const schedule = () => {
    isScheduled = queue.length > 0
    if (isScheduled) setImmediate(run)
  }
  const run = () => {
    const now = queue.slice(0, PER_TURN)
    queue = queue.slice(PER_TURN)
    for (const work of now) work()
    schedule()
  }
  return {
    add(work) {
      queue.push(work)
      if (!isScheduled) schedule()
    },
    waiting: () => queue.length,
  }
}

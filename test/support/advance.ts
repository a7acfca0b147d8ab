import type { Database } from '../../src/app/database.ts'
import type { FakeClock } from './fake-clock.ts'

/** A database whose running transactions are known. */
export interface TrackedDatabase extends Database {
  running: Set<Promise<unknown>>
}

/** Turns of the event loop in which a process starts its next transaction. */
const IDLE_TURNS = 3

/** Wraps a database for `advanceWith`. */
export function trackWork(database: Database, running = new Set<Promise<unknown>>()): TrackedDatabase {
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    const forget = () => void running.delete(work)
    work.then(forget, forget)
    return work
  }
  return {
    ...database,
    running,
    transaction: (work) => track(database.transaction(work)),
    read: (work) => track(database.read(work)),
    fenced: (lease) => trackWork(database.fenced(lease), running),
  }
}

/** Advances a clock from one timer to the next, before each of which the work of the databases is waited for. */
export async function advanceWith(clock: FakeClock, databases: TrackedDatabase[], ms: number): Promise<void> {
  await settle(databases)
  for (let left = ms; left > 0;) {
    const step = Math.min(clock.untilNext(), left)
    await clock.advance(step)
    await settle(databases)
    left -= step
  }
}

/** Waits until the transactions that are under way, and those that they lead to, have ended. */
async function settle(databases: TrackedDatabase[]): Promise<void> {
  for (let idleTurns = 0; idleTurns < IDLE_TURNS; idleTurns++) {
    const running = databases.flatMap((database) => [...database.running])
    if (running.length > 0) idleTurns = -1
    await Promise.allSettled(running)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

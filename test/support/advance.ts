import type { Database } from '../../src/database/database.ts'
import type { FakeClock } from './fake-clock.ts'

const STEP_MS = 500
/** Transactions that one timer can start one after another. */
const ROUNDS = 6

/** Advances a clock in small steps, after each of which the work of the databases is waited for. */
export async function advanceWith(clock: FakeClock, databases: Database[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await settle(databases)
    await clock.advance(Math.min(STEP_MS, ms - passed))
  }
  await settle(databases)
}

/** Waits until the transactions that are under way, and those that they lead to, have ended. */
async function settle(databases: Database[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    // A read waits for everything that was queued before it.
    for (const database of databases) await database.read(async () => {}).catch(() => {})
  }
}

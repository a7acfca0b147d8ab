import { PRIORITY, type CallContext, type DatabaseWait } from './call-context.ts'
import type { Clock } from './clock.ts'

/** No request waits longer than 300 ms in all for the database that replicas share; the rest is for timers that end late. */
const LONGEST_MS = 250
/**
 * Scans and sweeps: each of their waits has a shorter limit of its own. With one for all waits a scan of hundreds of friends would go
 * on without the cache after some slow reads, and pay with calls to Steam.
 */
const LONGEST_PATIENT_MS = 5_000

const spentMs = ({ ms, running, since }: DatabaseWait, now: number) => ms + (running > 0 ? now - since : 0)

/** How long a call may still wait for the database, milliseconds: of the requests that share it, the one with the least time counts. */
export function databaseTimeLeft(callContext: CallContext, clock: Pick<Clock, 'now'>): number {
  if (callContext.isPatient || callContext.priority < PRIORITY.batch) return LONGEST_PATIENT_MS
  let leftMs = LONGEST_MS
  const now = clock.now()
  for (const { databaseWait } of callContext.usages())
    if (databaseWait) leftMs = Math.min(leftMs, LONGEST_MS - spentMs(databaseWait, now))
  return Math.max(0, leftMs)
}

/** Counts a wait for the database for every request that shares a call; of waits at the same time each moment counts once. */
export async function countDatabaseWait<T>(
  callContext: CallContext,
  clock: Pick<Clock, 'now'>,
  work: Promise<T>,
): Promise<T> {
  const waits = [...callContext.usages()].map((usage) => (usage.databaseWait ??= { ms: 0, running: 0, since: 0 }))
  const startedAt = clock.now()
  for (const wait of waits) if (wait.running++ === 0) wait.since = startedAt
  try {
    return await work
  } finally {
    const endedAt = clock.now()
    for (const wait of waits) if (--wait.running === 0) wait.ms += endedAt - wait.since
  }
}

import { PRIORITY, type CallContext, type DatabaseWait } from './call-context.ts'
import type { Clock } from './clock.ts'

/**
 * Limit for the sum of a request's waits for the database that replicas share. The intended maximum is 300 ms; the difference is for timers
 * that fire late.
 */
const LONGEST_MS = 250
/**
 * Limit for a single wait of a scan or a sweep; its waits are not added up. With `LONGEST_MS` for their sum, a scan of hundreds of friends
 * would stop using the cache after some slow reads, and make calls to Steam instead.
 */
const LONGEST_SCAN_MS = 5_000

const spentMs = ({ ms, running, since }: DatabaseWait, now: number) => ms + (running > 0 ? now - since : 0)

/** How long a call may still wait for the database, milliseconds: the minimum over the requests that share the call. */
export function databaseTimeLeft(callContext: CallContext, clock: Pick<Clock, 'now'>): number {
  if (callContext.priority < PRIORITY.lookup) return LONGEST_SCAN_MS
  let leftMs = LONGEST_MS
  const now = clock.now()
  for (const { databaseWait } of callContext.usages())
    if (databaseWait) leftMs = Math.min(leftMs, LONGEST_MS - spentMs(databaseWait, now))
  return Math.max(0, leftMs)
}

/** Counts a wait for the database for every request that shares the call. Waits in parallel are counted once. */
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

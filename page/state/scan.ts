import type { FriendEntry, ScanEvent, ScanFound, ScanResult } from '../../src/model/account.ts'
import type { ApiError } from '../../packages/client/src/api-error.ts'
import { toApiError } from './to-api-error.ts'

/** Banned friends that were found before the scan ended. */
export type FoundFriends = ScanFound['found']

interface ScanSoFar {
  /** Null until the friend list is loaded. */
  progress: { current: number; total: number; totalFriends: number } | null
  found: FoundFriends
  /** When the scan ended or, while it runs, when its last event arrived, Unix milliseconds; 0 before the first event. */
  at: number
}

/** A friend scan. A cancelled or failed scan keeps its findings. */
export type Scan =
  | { state: 'idle' }
  | ({ state: 'running' } & ScanSoFar)
  | ({ state: 'cancelled' } & ScanSoFar)
  | ({ state: 'failed'; error: ApiError } & ScanSoFar)
  /** `at` is when the scan ended, Unix milliseconds; `total` is the number of friends that it covered. */
  | { state: 'done'; result: ScanResult; total: number; at: number }

const NOTHING_FOUND: FoundFriends = { friends: [] as FriendEntry[], withoutProfile: [] }
export const STARTED = { state: 'running', progress: null, found: NOTHING_FOUND, at: 0 } as const satisfies Scan

type RunningScan = Extract<Scan, { state: 'running' }>

/** Adds an event to a scan; `at` in Unix milliseconds. */
export function addEvent(scan: RunningScan, event: ScanEvent | ScanFound, at: number): Scan {
  if ('friends' in event) {
    return { state: 'done', result: event, total: scan.progress?.total ?? event.friends.length, at }
  }
  if ('progress' in event) return { ...scan, progress: event.progress, at }
  const { friends, withoutProfile } = scan.found
  return {
    ...scan,
    at,
    found: {
      friends: [...friends, ...event.found.friends],
      withoutProfile: [...withoutProfile, ...event.found.withoutProfile],
    },
  }
}

/** Ends a scan whose stream failed, or that the user cancelled. */
export function endScan(scan: Scan, at: number, failure?: { error: unknown }): Scan {
  if (scan.state !== 'running') return scan
  const { progress, found } = scan
  if (!failure) return { state: 'cancelled', progress, found, at }
  return { state: 'failed', error: toApiError(failure.error), progress, found, at }
}

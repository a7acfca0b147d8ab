import type { SteamId } from '../model/steam-id.ts'

/** One pass over all watched accounts. */
export interface Sweep {
  id: number
  startedAt: number
  /** Null while it runs. */
  finishedAt: number | null
  /** The interval that it was spread over, seconds. */
  intervalSeconds: number
  /** Calls to Steam so far, retries included. */
  calls: number
  /** Accounts to check: those watched when it started, and those that were added since. */
  total: number
  /** Accounts whose turn has ended; close to `total` at the end, but accounts that left the lists make a difference. */
  done: number
}

export interface SweepProgress {
  /** Watched accounts. */
  watched: number
  /** Watched accounts whose turn in this sweep is still to come. */
  left: number
  /** When the watched account that was checked longest ago was checked; null when one was never checked, or none is watched. */
  oldestCheckedAt: number | null
}

export interface SweepsRepository {
  /** The newest sweep. */
  latest(): Promise<Sweep | undefined>
  start(now: number, intervalSeconds: number): Promise<Sweep>
  /** The next accounts of a sweep, those with failed turns last. */
  next(sweepId: number, limit: number): Promise<SteamId[]>
  /** Watched accounts without any valid record yet, whose check failed less than `maxFailures` times. */
  unchecked(limit: number, maxFailures: number): Promise<SteamId[]>
  /** Ends the turn of accounts in this sweep. */
  recordDone(sweepId: number, steamIds: readonly SteamId[]): Promise<void>
  /** Counts a failed turn; an account with `maxFailures` of them waits for the next sweep. */
  recordFailed(sweepId: number, steamIds: readonly SteamId[], maxFailures: number): Promise<void>
  addCalls(sweepId: number, calls: number): Promise<void>
  finish(sweepId: number, now: number): Promise<void>
  /** Counts all watched accounts, which takes milliseconds: for reports, not for each call. */
  progress(sweepId: number): Promise<SweepProgress>
}

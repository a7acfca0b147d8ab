import type { Sweep } from './database/sweeps.ts'

/** Accounts that one call to Steam checks. */
export const ACCOUNTS_PER_CALL = 100

/** Share of its interval over which a sweep spreads its calls; the rest is for accounts whose turn has failed. */
const SPREAD = 0.9
/** The share of the day's calls that sweeps may use. */
const SHARE_OF_DAY = 0.1
const DAY_SECONDS = 86_400

export interface IntervalOptions {
  /** The configured interval, seconds. */
  intervalSeconds: number
  /** The day's calls to Steam; 0 for no limit. */
  callsPerDay: number
}

/**
 * The interval of sweeps that need this many calls each, seconds. It is longer than configured if they would otherwise use too many calls.
 * @example
 *   intervalFor(1_000, { intervalSeconds: 3_600, callsPerDay: 100_000 }) // 8640
 */
export function intervalFor(calls: number, { intervalSeconds, callsPerDay }: IntervalOptions): number {
  if (callsPerDay === 0) return intervalSeconds
  return Math.max(intervalSeconds, Math.ceil((calls * DAY_SECONDS) / (callsPerDay * SHARE_OF_DAY)))
}

/** Number of calls that a sweep of `accounts` accounts needs, without retries. */
export const callsFor = (accounts: number): number => Math.ceil(accounts / ACCOUNTS_PER_CALL)

type Progress = Pick<Sweep, 'startedAt' | 'intervalSeconds' | 'total' | 'done' | 'calls'>

/** The interval that paces a sweep, seconds; shorter than at its start if the setting was lowered since. */
function paceOf(sweep: Progress, options: IntervalOptions): number {
  return Math.min(sweep.intervalSeconds, intervalAfter(sweep, options))
}

/**
 * When the next call of a running sweep is due, in Unix seconds with decimals. It depends on the database only, so that a restart does not
 * change it.
 */
export function nextCallAt(sweep: Progress, options: IntervalOptions): number {
  const share = sweep.total === 0 ? 0 : Math.min(1, sweep.done / sweep.total)
  return sweep.startedAt + share * SPREAD * paceOf(sweep, options)
}

/** When the sweep after this one is due, Unix seconds. */
export function nextSweepAt(sweep: Progress, options: IntervalOptions): number {
  return sweep.startedAt + intervalAfter(sweep, options)
}

/** How long to wait until a time, ms. Does not wait for a sweep that began in the future, before the clock was set back. */
export function waitMsFor(at: number, { startedAt }: Pick<Sweep, 'startedAt'>, nowMs: number): number {
  return startedAt * 1000 > nowMs ? 0 : Math.max(0, at * 1000 - nowMs)
}

function intervalAfter({ calls, total }: Progress, options: IntervalOptions): number {
  return intervalFor(Math.max(calls, callsFor(total)), options)
}

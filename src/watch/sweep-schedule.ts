import type { Sweep } from '../database/sweeps.ts'

/** Accounts that one call to Steam checks. */
export const ACCOUNTS_PER_CALL = 100

/** The share of its interval over which a sweep spreads its calls; the rest is for accounts whose turn has failed. */
const SPREAD = 0.9
/** The share of the day's calls that sweeps may use. */
const SHARE_OF_DAY = 0.1
const DAY_SECONDS = 86_400

export interface IntervalOptions {
  /** As configured, seconds. */
  intervalSeconds: number
  /** The day's calls to Steam; 0 for no limit. */
  callsPerDay: number
}

/** The interval of sweeps that need this many calls each, seconds: longer than configured where they would use too many calls. */
export function intervalFor(calls: number, { intervalSeconds, callsPerDay }: IntervalOptions): number {
  if (callsPerDay === 0) return intervalSeconds
  return Math.max(intervalSeconds, Math.ceil((calls * DAY_SECONDS) / (callsPerDay * SHARE_OF_DAY)))
}

/** The calls that a sweep of so many accounts needs, retries left out. */
export const callsFor = (accounts: number): number => Math.ceil(accounts / ACCOUNTS_PER_CALL)

type Progress = Pick<Sweep, 'startedAt' | 'intervalSeconds' | 'total' | 'done' | 'calls'>

/** The interval by which a sweep is paced, seconds; shorter than it began with when the setting has been lowered since. */
function paceOf(sweep: Progress, options: IntervalOptions): number {
  return Math.min(sweep.intervalSeconds, intervalAfter(sweep, options))
}

/** When the next call of a running sweep is due, in Unix seconds with decimals. It follows from the database, as a restart must not change it. */
export function nextCallAt(sweep: Progress, options: IntervalOptions): number {
  const share = sweep.total === 0 ? 0 : Math.min(1, sweep.done / sweep.total)
  return sweep.startedAt + share * SPREAD * paceOf(sweep, options)
}

/** When the sweep after this one is due, Unix seconds. */
export function nextSweepAt(sweep: Progress, options: IntervalOptions): number {
  return sweep.startedAt + intervalAfter(sweep, options)
}

/** How long to wait for a time, ms. A sweep from the future was started before the clock was set back: it does not wait. */
export function waitMsFor(at: number, { startedAt }: Pick<Sweep, 'startedAt'>, nowMs: number): number {
  return startedAt * 1000 > nowMs ? 0 : Math.max(0, at * 1000 - nowMs)
}

function intervalAfter({ calls, total }: Progress, options: IntervalOptions): number {
  return intervalFor(Math.max(calls, callsFor(total)), options)
}

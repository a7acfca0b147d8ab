import type { WatchRepositories } from './database/repositories.ts'
import type { Sweep } from './database/sweeps.ts'
import type { SteamId } from '../model/steam-id.ts'
import { MAX_FAILED_TURNS } from './check-accounts.ts'
import type { WatchContext } from './watch-context.ts'

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

/** Maximum number of accounts that are read ahead, and how long until they are read again, because the lists can change. */
const READ_AHEAD = 1_000
const READ_AHEAD_MS = 1_000

/** Where the sweeps stand, and which accounts come next. */
interface Position {
  /** The newest sweep. */
  sweep: Sweep | undefined
  /** New accounts, which are checked at once. */
  unchecked: SteamId[]
  /** The accounts whose turn is next; read only while a sweep runs and there are no new accounts. */
  next: SteamId[]
}

/** Creates a reader of the position that reads ahead, so that a sweep without pauses needs few reads. */
export function createPositionReader({ database, clock }: Pick<WatchContext, 'database' | 'clock'>) {
  let ahead: { position: Position; readAtMs: number } | undefined
  return {
    async read(): Promise<Position> {
      const isUsable = ahead && hasAccounts(ahead.position) && clock.now() - ahead.readAtMs < READ_AHEAD_MS
      if (!ahead || !isUsable) ahead = { position: await database.read(readPosition), readAtMs: clock.now() }
      return ahead.position
    },
    /** Moves the position past the first `accounts` accounts after a call for them; `done` is the number of them whose turn has ended. */
    pass(accounts: number, done: number): void {
      if (!ahead) return
      const { sweep, unchecked, next } = ahead.position
      ahead.position = {
        sweep: sweep && { ...sweep, done: sweep.done + done },
        unchecked: unchecked.slice(accounts),
        next: unchecked.length > 0 ? next : next.slice(accounts),
      }
    },
    /** To be called after a step other than a check, and after a failed check. */
    forget(): void {
      ahead = undefined
    },
  }
}

const hasAccounts = ({ unchecked, next }: Position) => unchecked.length + next.length > 0

async function readPosition({ sweeps }: WatchRepositories): Promise<Position> {
  const sweep = await sweeps.latest()
  const unchecked = await sweeps.unchecked(READ_AHEAD, MAX_FAILED_TURNS)
  const isRunning = sweep !== undefined && sweep.finishedAt === null && unchecked.length === 0
  return { sweep, unchecked, next: isRunning ? await sweeps.next(sweep.id, readAheadFor(sweep)) : [] }
}

/**
 * Number of accounts to read for the next call and for the calls that become due within `READ_AHEAD_MS`, so that a slow sweep reads few
 * accounts in vain. A multiple of `ACCOUNTS_PER_CALL`, because the remainder would need a call of its own.
 */
function readAheadFor({ total, intervalSeconds }: Sweep): number {
  const due = (total / intervalSeconds) * (READ_AHEAD_MS / 1000)
  return Math.min(READ_AHEAD, ACCOUNTS_PER_CALL * (1 + Math.ceil(due / ACCOUNTS_PER_CALL)))
}

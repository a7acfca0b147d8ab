import type { WatchRepositories } from './database/repositories.ts'
import type { Sweep } from './database/sweeps.ts'
import type { BanChange } from '../model/ban-record.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { checkAccounts, MAX_FAILED_TURNS } from './check-accounts.ts'
import type { HeldContext } from './watch-context.ts'
import { pauseAfter } from '../lib/repeat.ts'
import {
  ACCOUNTS_PER_CALL,
  callsFor,
  intervalFor,
  type IntervalOptions,
  nextCallAt,
  nextSweepAt,
  waitMsFor,
} from './sweep-schedule.ts'

/** Longest wait between two steps, so that new accounts, including those of other processes, are checked soon. */
const LONGEST_WAIT_MS = 5_000
/** Longest pause that a step takes after an error. */
const LONGEST_PAUSE_MS = 60_000
/** Pause before accounts without a valid record get their next turn, as a share of the interval. */
const TURN_PAUSE_SHARE = 0.02
/** Longest pause before accounts without a valid record get their next turn. */
const LONGEST_TURN_PAUSE_MS = 5_000

/**
 * The result of a sweep. `checked`, `changes` and `failedCalls` count only the work of this process; another process may have begun the
 * sweep.
 */
export interface SweepReport {
  sweepId: number
  accounts: number
  /** Turns that ended with a valid record. */
  checked: number
  changes: number
  failedCalls: number
  /** Number of calls to Steam, including retries and those of other processes. */
  calls: number
  seconds: number
}

export interface SweeperOptions extends Omit<IntervalOptions, 'intervalSeconds'> {
  context: Pick<
    HeldContext,
    'steam' | 'database' | 'clock' | 'refuseWhenReserved' | 'intervalSeconds' | 'watched' | 'onNews'
  >
  onChanges: (changes: readonly BanChange[]) => void
  onSweep: (report: SweepReport) => void
  /** Called when accounts could not be checked. */
  onFailure: (error: RapsheetError) => void
}

/**
 * Creates a function that does the next step of the sweeps: begins or ends a sweep, or checks up to 100 accounts. It returns the wait
 * before the next step, ms. The position is in the database, so that another process can continue. Rejects with a DatabaseError, and with
 * the reason of the signal.
 */
export function createSweeper(options: SweeperOptions): (signal: AbortSignal) => Promise<number> {
  const { context, onChanges, onSweep, onFailure } = options
  const { database, clock } = context
  const intervals = { intervalSeconds: context.intervalSeconds, callsPerDay: options.callsPerDay }
  let failuresInARow = 0
  // Halved at each failed call after the first in a row. If one account makes calls fail, it is in the end asked for alone, so that the
  // others are still checked.
  let accountsPerCall = ACCOUNTS_PER_CALL
  /** Accounts that had no valid record since the last pause for such accounts. */
  const failed = new Set<SteamId>()
  const factsOf = createFacts()

  const pauseFor = (error: RapsheetError): number => {
    onFailure(error)
    // Neither Steam nor an account has failed: no call was made, because the calls of all replicas cannot be counted at the moment. Asking
    // again costs nothing, and the outage may end soon.
    if (error.isCutOff) return LONGEST_WAIT_MS
    return Math.max(pauseAfter(++failuresInARow), Math.min((error.retryAfter ?? 0) * 1000, LONGEST_PAUSE_MS))
  }

  const check = async (sweep: Sweep, waiting: SteamId[], signal: AbortSignal): Promise<number> => {
    const refusal = refusalOf(context)
    if (refusal) return pauseFor(refusal)
    const steamIds = waiting.slice(0, accountsPerCall)
    if (steamIds.some((steamId) => failed.has(steamId))) {
      failed.clear()
      return Math.min(LONGEST_TURN_PAUSE_MS, sweep.intervalSeconds * 1000 * TURN_PAUSE_SHARE)
    }
    const outcome = await checkAccounts(context, { sweepId: sweep.id, steamIds }, signal)
    const current = factsOf(sweep.id)
    if (outcome.kind === 'failed') {
      if (outcome.error.isCutOff) return pauseFor(outcome.error)
      current.failedCalls++
      if (failuresInARow > 0) accountsPerCall = Math.ceil(steamIds.length / 2)
      return pauseFor(outcome.error)
    }
    failuresInARow = 0
    accountsPerCall = Math.min(ACCOUNTS_PER_CALL, accountsPerCall * 2)
    current.checked += outcome.checked
    current.changes += outcome.changes.length
    if (outcome.changes.length > 0) onChanges(outcome.changes)
    for (const steamId of outcome.failed) failed.add(steamId)
    return 0
  }

  const finish = async (sweep: Sweep): Promise<void> => {
    const now = clock.unixSeconds()
    const { sweepId, ...counts } = factsOf(sweep.id)
    const { total: accounts, calls, startedAt } = sweep
    await database.transaction(({ sweeps }) => sweeps.finish(sweep.id, now))
    onSweep({ sweepId, accounts, ...counts, calls, seconds: Math.max(0, now - startedAt) })
  }

  return async (signal) => {
    const waitMsUntil = (at: number, sweep: Sweep) => Math.min(LONGEST_WAIT_MS, waitMsFor(at, sweep, clock.unixMs()))
    const { sweep, unchecked, next } = await database.read(readPosition)
    if (!sweep || (sweep.finishedAt !== null && waitMsUntil(nextSweepAt(sweep, intervals), sweep) === 0)) {
      const calls = Math.max(sweep?.calls ?? 0, callsFor(context.watched.size))
      const start = { previousId: sweep?.id, intervalSeconds: intervalFor(calls, intervals), now: clock.unixSeconds() }
      failed.clear()
      const hasStarted = await database.transaction((repositories) => startSweep(repositories, start))
      return hasStarted ? 0 : LONGEST_WAIT_MS
    }
    if (unchecked.length > 0) return check(sweep, unchecked, signal)
    if (sweep.finishedAt !== null) return waitMsUntil(nextSweepAt(sweep, intervals), sweep)
    const waitMs = waitMsUntil(nextCallAt(sweep, intervals), sweep)
    if (waitMs > 0 && next.length > 0) return waitMs
    if (next.length > 0) return check(sweep, next, signal)
    await finish(sweep)
    return 0
  }
}

/** Reads where the sweeps stand: the newest sweep, new accounts, which are checked at once, and the accounts whose turn is next. */
async function readPosition({ sweeps }: WatchRepositories) {
  const sweep = await sweeps.latest()
  const unchecked = await sweeps.unchecked(ACCOUNTS_PER_CALL, MAX_FAILED_TURNS)
  const isRunning = sweep !== undefined && sweep.finishedAt === null && unchecked.length === 0
  return { sweep, unchecked, next: isRunning ? await sweeps.next(sweep.id, ACCOUNTS_PER_CALL) : [] }
}

/** Creates a function that returns the counts of a sweep, starting at 0 for each sweep. */
function createFacts() {
  let facts = { sweepId: 0, checked: 0, changes: 0, failedCalls: 0 }
  return (sweepId: number) => {
    if (facts.sweepId !== sweepId) facts = { sweepId, checked: 0, changes: 0, failedCalls: 0 }
    return facts
  }
}

/** Begins the next sweep unless another process has; false when there is nothing to check. */
async function startSweep(
  { sweeps, watches }: WatchRepositories,
  { previousId, intervalSeconds, now }: { previousId: number | undefined; intervalSeconds: number; now: number },
): Promise<boolean> {
  const latest = await sweeps.latest()
  if (latest?.id !== previousId) return true
  if ((await watches.countAll()) === 0) return false
  await sweeps.start(now, intervalSeconds)
  return true
}

/** Why no calls may be made for sweeps now; undefined when they may be made. */
function refusalOf({ refuseWhenReserved }: SweeperOptions['context']): RapsheetError | undefined {
  try {
    refuseWhenReserved('sweeps')
    return undefined
  } catch (error) {
    if (error instanceof RapsheetError) return error
    throw error
  }
}

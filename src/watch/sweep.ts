import type { WatchRepositories } from './database/repositories.ts'
import type { Sweep } from './database/sweeps.ts'
import { createCallContext, PRIORITY, withOptions, type Usage } from '../lib/call-context.ts'
import type { WallClock } from '../lib/clock.ts'
import { pauseAfter, repeat } from '../lib/repeat.ts'
import type { BanChange, BanRecord } from '../model/ban-record.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { applyRecords } from './alerts.ts'
import type { HeldContext, WatchContext } from './watch-context.ts'

/** Accounts that one call to Steam checks. */
const ACCOUNTS_PER_CALL = 100

/** Share of its interval over which a sweep spreads its calls; the rest is for accounts whose turn has failed. */
const SPREAD = 0.9
/** The share of the day's calls that sweeps may use. */
const SHARE_OF_DAY = 0.1
const DAY_SECONDS = 86_400

interface IntervalOptions {
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
function intervalFor(calls: number, { intervalSeconds, callsPerDay }: IntervalOptions): number {
  if (callsPerDay === 0) return intervalSeconds
  return Math.max(intervalSeconds, Math.ceil((calls * DAY_SECONDS) / (callsPerDay * SHARE_OF_DAY)))
}

/** Number of calls that a sweep of `accounts` accounts needs, without retries. */
const callsFor = (accounts: number): number => Math.ceil(accounts / ACCOUNTS_PER_CALL)

type Progress = Pick<Sweep, 'startedAt' | 'intervalSeconds' | 'total' | 'done' | 'calls'>

/**
 * When the next call of a running sweep is due, in Unix seconds with decimals. It depends on the database only, so that a restart does not
 * change it.
 */
function nextCallAt(sweep: Progress): number {
  const share = sweep.total === 0 ? 0 : Math.min(1, sweep.done / sweep.total)
  return sweep.startedAt + share * SPREAD * sweep.intervalSeconds
}

/** When the sweep after this one is due, Unix seconds. */
export function nextSweepAt({ startedAt, calls, total }: Progress, options: IntervalOptions): number {
  return startedAt + intervalFor(Math.max(calls, callsFor(total)), options)
}

/** How long to wait until a time, ms. Does not wait for a sweep that began in the future, before the clock was set back. */
function waitMsFor(at: number, { startedAt }: Pick<Sweep, 'startedAt'>, nowMs: number): number {
  return startedAt * 1000 > nowMs ? 0 : Math.max(0, at * 1000 - nowMs)
}

/** Number of failed turns after which an account waits for the next sweep. */
export const MAX_FAILED_TURNS = 3

/** The outcome of the check of up to 100 accounts. */
export type CheckOutcome =
  | ({ kind: 'answered' } & CheckedAccounts)
  /** Steam gave no usable answer. */
  | { kind: 'failed'; error: RapsheetError }

interface CheckedAccounts {
  /** Number of turns that ended with a valid record. */
  checked: number
  /** The accounts without a valid record. */
  failed: SteamId[]
  changes: BanChange[]
}

interface CheckContext extends Pick<WatchContext, 'database' | 'onNews'> {
  steam: Pick<WatchContext['steam'], 'getBanRecords'>
  clock: WallClock
}

/**
 * Asks Steam for ban records in one call, and stores their changes in one transaction. The turn of an account without a valid record counts
 * as failed; when the whole call fails, no turn does. Rejects with a DatabaseError, and with the reason of the signal.
 */
export async function checkAccounts(
  { steam, database, clock, onNews }: CheckContext,
  { sweepId, steamIds }: { sweepId: number; steamIds: SteamId[] },
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const usage: Usage = { upstreamCalls: 0, cacheHits: 0 }
  const callContext = withOptions(createCallContext(signal, usage), { priority: PRIORITY.background })
  try {
    const answer = await steam.getBanRecords(steamIds, callContext)
    const at = clock.unixSeconds()
    const records = new Map<SteamId, BanRecord>()
    for (const [steamId, record] of answer) if (!(record instanceof RapsheetError)) records.set(steamId, record)
    const { news, ...outcome } = await database.transaction(async (repositories) => {
      const { sweeps } = repositories
      const { checked, changes, ...rest } = await applyRecords(repositories, {
        records,
        at,
        sweepId,
        areBaselines: true,
      })
      const isChecked = new Set(checked)
      const failed = steamIds.filter((steamId) => !isChecked.has(steamId))
      await sweeps.recordDone(sweepId, { steamIds: checked, checkedAt: at, calls: usage.upstreamCalls })
      await sweeps.recordFailed(sweepId, failed, MAX_FAILED_TURNS)
      return { kind: 'answered' as const, checked: checked.length, failed, changes, ...rest }
    })
    onNews(news)
    return outcome
  } catch (error) {
    if (signal.aborted || !(error instanceof RapsheetError)) throw error
    await database.transaction(({ sweeps }) => sweeps.addCalls(sweepId, usage.upstreamCalls))
    return { kind: 'failed', error }
  }
}

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
  /** Accounts that had no valid record since the last pause for such accounts. */
  const failed = new Set<SteamId>()
  const factsOf = createFacts()

  const pauseFor = (error: RapsheetError): number => {
    onFailure(error)
    return Math.max(pauseAfter(++failuresInARow), Math.min((error.retryAfter ?? 0) * 1000, LONGEST_PAUSE_MS))
  }

  const check = async (sweep: Sweep, steamIds: SteamId[], signal: AbortSignal): Promise<number> => {
    const refusal = refusalOf(context)
    if (refusal) return pauseFor(refusal)
    if (steamIds.some((steamId) => failed.has(steamId))) {
      failed.clear()
      return Math.min(LONGEST_TURN_PAUSE_MS, sweep.intervalSeconds * 1000 * TURN_PAUSE_SHARE)
    }
    const outcome = await checkAccounts(context, { sweepId: sweep.id, steamIds }, signal)
    const current = factsOf(sweep.id)
    if (outcome.kind === 'failed') {
      // A call for which nothing of the day's calls could be taken was not made.
      if (outcome.error.code !== 'budget_spent') current.failedCalls++
      return pauseFor(outcome.error)
    }
    failuresInARow = 0
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
    const waitMs = waitMsUntil(nextCallAt(sweep), sweep)
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

/** How often messages are looked for whose delivery names no other time. */
const DELIVERY_MS = 1_000
const REPORT_MS = 15_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export interface WatchWorkOptions extends SweeperOptions {
  /** The delivery of each kind of messages, and how often it looks for them; the key is the name of its task for `onError`. */
  deliveries: Record<string, { deliverDue: (signal: AbortSignal) => Promise<unknown>; everyMs?: number }>
  /** Runs hourly work; resolves to false to be called again in a minute. */
  removeOutdated: (signal: AbortSignal) => Promise<boolean>
  /** Reports the sizes of the lists and of the outbox, about every 15 s. */
  report: () => Promise<void>
  /** Called when a step of a task fails; the task continues after a pause. */
  onError: (task: string, error: unknown) => void
}

/**
 * Creates a function for the holder of the lease that sweeps, delivers and does the hourly work until the signal aborts. The tasks are
 * independent, so that a slow Discord does not delay sweeps. It never rejects.
 */
export function createWatchWork(options: WatchWorkOptions): (signal: AbortSignal) => Promise<void> {
  const { clock } = options.context
  const tasks: Record<string, (signal: AbortSignal) => Promise<number>> = {
    sweep: createSweeper(options),
    housekeeping: async (signal) => ((await options.removeOutdated(signal)) ? HOUR_MS : MINUTE_MS),
    report: () => options.report().then(() => REPORT_MS),
  }
  for (const [task, { deliverDue, everyMs = DELIVERY_MS }] of Object.entries(options.deliveries))
    tasks[task] = (signal) => deliverDue(signal).then(() => everyMs)
  return async (signal) => {
    await Promise.all(
      Object.entries(tasks).map(([task, step]) =>
        repeat(step, { clock, signal, onError: (error) => options.onError(task, error) }),
      ),
    )
  }
}

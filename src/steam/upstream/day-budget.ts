import { z } from 'zod'
import { type CallAllowance, databaseWaitMs, PRIORITY } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { Store } from '../../store/store.ts'
import {
  type BudgetRulesOptions,
  createBudgetRules,
  cutOff,
  DAY_SECONDS,
  type DayBudget,
  dayOf,
  digestOf,
} from './budget-rules.ts'

/**
 * Number of calls that are persisted ahead of use, so that a crash over-counts instead of under-counting. The number doubles whenever these
 * calls are used up within `SOON_SECONDS`, so that the store is not written many times a second.
 */
const AHEAD = 20
const MAX_AHEAD = 1_000
const SOON_SECONDS = 2
const SHARE_OF_MEMORY = 0.001
/** Placeholder for a persisted count that is still being read, and must not be overwritten. */
const UNREAD = Number.POSITIVE_INFINITY

export interface DayBudgetOptions extends BudgetRulesOptions {
  /** The API key. Steam counts calls by key, so the store has a count for each key, under a digest of the key. */
  apiKey: string
  store: Store
  /** Calls a day; 0 for no limit. */
  limit: number
}

/** Number of calls made on a day, and how many of them are persisted. */
interface Entry {
  calls: number
  persisted: number
}

/**
 * Counts a key's calls per day, also across restarts. Days are UTC days, as Valve does not name a time zone. Resolves when
 * today's count has been read from the store; the count of another day is read when the clock reaches that day.
 */
export async function openDayBudget(options: DayBudgetOptions) {
  const { isRead, ...budget } = createDayBudget(options)
  await isRead
  return budget
}

/**
 * A second daily limit for some requests, in addition to the limit of the key. Its count is stored in the way of the count of the key, but begins
 * at 0 until it has been read.
 */
export function createCallAllowance(
  { apiKey, ...options }: Omit<DayBudgetOptions, 'scarcePercent' | 'reservedPercent'>,
  name: string,
  refusal: (retryAfter: number) => RapsheetError,
): CallAllowance & Pick<ReturnType<typeof createDayBudget>, 'isRead' | 'settle'> {
  const budget = createDayBudget({ ...options, apiKey: `${apiKey} ${name}`, scarcePercent: 100, reservedPercent: 100 })
  const check = () => {
    const { state, resetsAt } = budget.report()
    if (state === 'spent') throw refusal(resetsAt - options.clock.unixSeconds())
  }
  return {
    check,
    take() {
      check()
      budget.count()
    },
    isRead: budget.isRead,
    settle: budget.settle,
  }
}

function createDayBudget(options: DayBudgetOptions) {
  const { apiKey, store, clock, limit } = options
  const collection = store.collection('calls', z.int().nonnegative(), SHARE_OF_MEMORY)
  const digest = digestOf(apiKey)
  const keyOf = (day: number) => `${digest}:${day}`
  // Also holds the days next to today, in case the clock is set back.
  const used = new Map<number, Entry>()
  let ahead = AHEAD
  let persistedAt = Number.NEGATIVE_INFINITY

  const persist = (day: number, calls: number) =>
    collection.write(keyOf(day), {
      value: calls,
      // Fetched at 0, because the store drops values from the future when the clock is set back.
      fetchedAt: 0,
      expiresAt: Math.max(clock.unixSeconds(), (day + 1) * DAY_SECONDS) + DAY_SECONDS,
    })
  const persistAhead = (day: number, entry: Entry) => {
    const now = clock.unixSeconds()
    ahead = Math.abs(now - persistedAt) < SOON_SECONDS ? Math.min(MAX_AHEAD, ahead * 2) : AHEAD
    persistedAt = now
    entry.persisted = entry.calls + ahead
    persist(day, entry.persisted)
  }
  /** Counts a new day from 0 at once; its persisted count is added when it has been read. */
  const begin = (day: number) => {
    const entry: Entry = { calls: 0, persisted: UNREAD }
    used.set(day, entry)
    const read = collection.readExpired(keyOf(day)).then((known) => {
      const isCounting = entry.calls > 0
      entry.persisted = known?.value ?? 0
      entry.calls += entry.persisted
      if (isCounting) persistAhead(day, entry)
    })
    return { entry, read }
  }
  const entryOf = (day: number) => used.get(day) ?? begin(day).entry

  const isRead = begin(dayOf(clock.unixSeconds())).read
  const rules = createBudgetRules(options, () => ({ used: entryOf(dayOf(clock.unixSeconds())).calls, limit }))
  return {
    /** Resolves when today's count has been read from the store. */
    isRead,
    count(): void {
      const day = dayOf(clock.unixSeconds())
      const entry = entryOf(day)
      entry.calls++
      if (entry.calls <= entry.persisted) return
      persistAhead(day, entry)
      for (const other of used.keys()) if (Math.abs(other - day) > 1) used.delete(other)
    },
    ...rules,
    /** Persists the exact count. */
    settle(): void {
      for (const [day, entry] of used) if (entry.persisted !== UNREAD) persist(day, entry.calls)
    },
  }
}

/** The part of a process in the day's calls, which all replicas share. */
export interface SharedCalls {
  /** Takes a call: true at once if a call is left, else a promise of whether a call became available within `withinMs`. */
  take(isLookup: boolean, withinMs: number): true | Promise<boolean>
  state(): {
    /** Number of calls that all replicas have taken, without those that this process still holds. */
    used: number
    /** 0 for no limit. */
    limit: number
    /** Whether the database cannot be reached, so that only the calls that this process holds are left. */
    isAway: boolean
    /** Number of calls that this process has taken and not made. */
    held: number
  }
}

interface SharedDayBudgetOptions extends BudgetRulesOptions {
  /** Also measures how long calls wait for the database. */
  clock: Pick<Clock, 'now' | 'unixSeconds'>
}

/** Counts the day's calls with a key that several processes share. */
export function createSharedDayBudget(options: SharedDayBudgetOptions, calls: SharedCalls): DayBudget {
  const rules = createBudgetRules(options, () => {
    const { used, limit, isAway, held } = calls.state()
    return { used, limit, ...(isAway && { cutOff: held > 0 ? 'reserved' : 'spent' }) }
  })
  return {
    ...rules,
    count(callContext) {
      const taken = calls.take(callContext.priority === PRIORITY.lookup, databaseWaitMs(callContext))
      if (taken !== true) return waitFor(taken)
    },
    // A stopped process gives nothing back: what it holds counts as used until the next day.
    settle() {},
  }

  async function waitFor(taken: Promise<boolean>): Promise<void> {
    if (await taken) return
    rules.refuseFrom('spent', 'lookups')
    throw cutOff('lookups')
  }
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BUDGET_STATES, type BudgetReport, type BudgetState } from '../../model/budget.ts'
import { RapsheetError } from '../../model/error.ts'
import type { WallClock } from '../../lib/clock.ts'
import type { Store } from '../../store/store.ts'
import type { CallPolicy } from './call-policy.ts'

const DAY_SECONDS = 86_400
/**
 * Calls that are persisted ahead of use, so that a crash over-counts instead of under-counting. The number doubles while it
 * is used up within `SOON_SECONDS`, so that the store is not written many times a second.
 */
const AHEAD = 20
const MAX_AHEAD = 1_000
const SOON_SECONDS = 2
const SHARE_OF_MEMORY = 0.001
/** Stands for a persisted count that is still being read, and must not be overwritten. */
const UNREAD = Number.POSITIVE_INFINITY

export interface DayBudgetOptions extends Pick<CallPolicy, 'scarcePercent' | 'reservedPercent'> {
  /** Steam counts by key; the store gets a digest of it. */
  apiKey: string
  store: Store
  clock: WallClock
  /** Calls a day; 0 for no limit. */
  limit: number
}

/** Calls made on a day, and how many are persisted as made. */
interface Entry {
  calls: number
  persisted: number
}

/**
 * Counts a key's calls per day, also across restarts. Days are UTC days, as Valve does not name a time zone. Resolves when
 * today's count has been read from the store; the count of another day is read when the clock reaches that day.
 */
export async function openDayBudget(options: DayBudgetOptions) {
  const { apiKey, store, clock, limit, scarcePercent, reservedPercent } = options
  const collection = store.collection('calls', z.int().nonnegative(), SHARE_OF_MEMORY)
  const digest = createHash('sha256').update(apiKey).digest('hex').slice(0, 16)
  const dayOf = (seconds: number) => Math.floor(seconds / DAY_SECONDS)
  const keyOf = (day: number) => `${digest}:${day}`
  // Also holds the days next to today, in case the clock is set back.
  const used = new Map<number, Entry>()
  const startPercent = { plenty: 0, scarce: scarcePercent, reserved: reservedPercent, spent: 100 }
  let ahead = AHEAD
  let persistedAt = Number.NEGATIVE_INFINITY

  const persist = (day: number, calls: number) =>
    collection.write(keyOf(day), {
      value: calls,
      // 0, because the store drops values from the future when the clock is set back.
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

  await begin(dayOf(clock.unixSeconds())).read

  const report = (): BudgetReport => {
    const day = dayOf(clock.unixSeconds())
    const { calls } = entryOf(day)
    const percent = limit === 0 ? 0 : (calls / limit) * 100
    const state = BUDGET_STATES.findLast((each) => percent >= startPercent[each]) ?? 'plenty'
    return { used: calls, limit, state, resetsAt: (day + 1) * DAY_SECONDS }
  }
  return {
    /** Counts a call that is about to be made. */
    count(): void {
      const day = dayOf(clock.unixSeconds())
      const entry = entryOf(day)
      entry.calls++
      if (entry.calls <= entry.persisted) return
      persistAhead(day, entry)
      for (const other of used.keys()) if (Math.abs(other - day) > 1) used.delete(other)
    },
    report,
    /** Throws `budget_spent` when the state is at least as bad as this one; `what` names the refused requests, in the plural. */
    refuseFrom(state: Exclude<BudgetState, 'plenty'>, what: string): void {
      const now = report()
      if (BUDGET_STATES.indexOf(now.state) < BUDGET_STATES.indexOf(state)) return
      const retryAfter = Math.max(1, now.resetsAt - clock.unixSeconds())
      const hours = Math.ceil(retryAfter / 3_600)
      const message = `Of today's ${limit} calls to Steam ${Math.max(0, limit - now.used)} are left, so ${what} are refused until 00:00 UTC, in ${hours} h.`
      throw new RapsheetError('budget_spent', message, { retryAfter })
    },
    /** Persists the exact count; to be called after the last call. */
    settle(): void {
      for (const [day, entry] of used) if (entry.persisted !== UNREAD) persist(day, entry.calls)
    },
  }
}

export type DayBudget = Awaited<ReturnType<typeof openDayBudget>>

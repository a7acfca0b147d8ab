import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BUDGET_STATES } from '../../model/budget.ts'
import type { BudgetReport, BudgetState } from '../../model/budget.ts'
import { RapsheetError } from '../../model/error.ts'
import type { Clock } from '../../model/cached.ts'
import type { Store } from '../../store/store.ts'
import type { CallPolicy } from './call-policy.ts'

const DAY_SECONDS = 86_400
/**
 * Calls that are kept as made before they are, so that a process that is killed forgets none but those that the store had no
 * time to write; more while calls come so fast that the store would be told of them many times a second.
 */
const AHEAD = 20
const MOST_AHEAD = 1_000
const SOON_SECONDS = 2
const SHARE_OF_MEMORY = 0.001
/** Kept of a day that is still being read: nothing may be written over it. */
const UNREAD = Number.POSITIVE_INFINITY

export interface DayBudgetOptions extends Pick<CallPolicy, 'scarcePercent' | 'reservedPercent'> {
  /** Steam counts by key; it is kept as a digest. */
  apiKey: string
  store: Store
  clock: Clock
  /** Calls a day; 0 for any number. */
  limit: number
}

/** Calls that were made on a day, and how many are kept as made. */
interface Entry {
  calls: number
  kept: number
}

/** The calls a key may make in a day, counted through restarts. A day is one of UTC, as Valve names no other. */
export interface DayBudget {
  /** Counts a call that is about to be made. */
  count(): void
  report(): BudgetReport
  /** Throws `budget_spent` when the state is this one or a worse one; `what` is refused, in the plural. */
  refuseFrom(state: Exclude<BudgetState, 'plenty'>, what: string): void
  /** Keeps the exact count, when no more calls will be made. */
  settle(): void
}

/** Reads what was counted today, before it counts on; what other days have is read when the clock comes to them. */
export async function openDayBudget(options: DayBudgetOptions): Promise<DayBudget> {
  const { apiKey, store, clock, limit, scarcePercent, reservedPercent } = options
  const kept = store.collection('calls', z.int().nonnegative(), SHARE_OF_MEMORY)
  const digest = createHash('sha256').update(apiKey).digest('hex').slice(0, 16)
  const dayOf = (seconds: number) => Math.floor(seconds / DAY_SECONDS)
  const keyOf = (day: number) => `${digest}:${day}`
  // A few days, not one: a clock that is set back finds its day again.
  const used = new Map<number, Entry>()
  let ahead = AHEAD
  let keptAt = Number.NEGATIVE_INFINITY

  const keep = (day: number, calls: number) =>
    kept.write(keyOf(day), {
      value: calls,
      // No time at all, as the store forgets what comes from the future when a clock is set back.
      fetchedAt: 0,
      expiresAt: Math.max(clock(), (day + 1) * DAY_SECONDS) + DAY_SECONDS,
    })
  const keepAhead = (day: number, entry: Entry) => {
    const now = clock()
    ahead = Math.abs(now - keptAt) < SOON_SECONDS ? Math.min(MOST_AHEAD, ahead * 2) : AHEAD
    keptAt = now
    entry.kept = entry.calls + ahead
    keep(day, entry.kept)
  }
  /** A day's entry counts from nothing at once; what was kept of the day is added when it has been read. */
  const begin = (day: number) => {
    const entry: Entry = { calls: 0, kept: UNREAD }
    used.set(day, entry)
    const read = kept.readExpired(keyOf(day)).then((known) => {
      const isCounting = entry.calls > 0
      entry.kept = known?.value ?? 0
      entry.calls += entry.kept
      if (isCounting) keepAhead(day, entry)
    })
    return { entry, read }
  }
  const entryOf = (day: number) => used.get(day) ?? begin(day).entry

  await begin(dayOf(clock())).read

  const report = (): BudgetReport => {
    const day = dayOf(clock())
    const { calls } = entryOf(day)
    const percent = limit === 0 ? 0 : (calls / limit) * 100
    const state =
      percent >= 100
        ? 'spent'
        : percent >= reservedPercent
          ? 'reserved'
          : percent >= scarcePercent
            ? 'scarce'
            : 'plenty'
    return { used: calls, limit, state, resetsAt: (day + 1) * DAY_SECONDS }
  }
  return {
    count() {
      const day = dayOf(clock())
      const entry = entryOf(day)
      entry.calls++
      if (entry.calls <= entry.kept) return
      keepAhead(day, entry)
      for (const other of used.keys()) if (Math.abs(other - day) > 1) used.delete(other)
    },
    report,
    refuseFrom(state, what) {
      const now = report()
      if (BUDGET_STATES.indexOf(now.state) < BUDGET_STATES.indexOf(state)) return
      const retryAfter = Math.max(1, now.resetsAt - clock())
      const hours = Math.ceil(retryAfter / 3_600)
      const message = `Of today's ${limit} calls to Steam ${Math.max(0, limit - now.used)} are left, so ${what} are refused until 00:00 UTC, in ${hours} h.`
      throw new RapsheetError('budget_spent', message, { retryAfter })
    },
    settle() {
      for (const [day, entry] of used) if (entry.kept !== UNREAD) keep(day, entry.calls)
    },
  }
}

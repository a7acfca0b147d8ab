import type { WallClock } from '../../lib/clock.ts'
import type { BudgetForecast, BudgetPoint } from '../../model/status.ts'
import { dayOf } from '../../policy/utc-day.ts'

/** One point is kept for each slot of this length: 144 in a day. */
const SLOT_SECONDS = 600

const slotOf = (at: number) => Math.floor(at / SLOT_SECONDS)

export type BudgetHistory = ReturnType<typeof createBudgetHistory>

/** Keeps how many calls were used at which time of the current UTC day, in memory. */
export function createBudgetHistory(clock: WallClock) {
  let points: BudgetPoint[] = []

  /** Drops the points of other days, and those after a time to which the clock was set back. */
  const keepUntil = (at: number) => {
    points = points.filter((point) => dayOf(point.at) === dayOf(at) && point.at <= at)
  }

  return {
    /** Notes the calls used by now; the first note of a slot is kept. To be called about once a minute. */
    note(used: number): void {
      const at = clock.unixSeconds()
      keepUntil(at)
      const last = points.at(-1)
      if (!last || slotOf(last.at) !== slotOf(at)) points.push({ at, used })
    },
    /** The points of today, oldest first; the last one is now. */
    read(used: number): BudgetPoint[] {
      const at = clock.unixSeconds()
      keepUntil(at)
      return [...points.filter((point) => point.at < at), { at, used }]
    },
  }
}

/** The time whose rate counts. */
const RATE_SECONDS = 3_600
/** A shorter time says too little about the rest of the day. */
const LEAST_SECONDS = 1_200

/** The calls at the end of the day at the rate of the last hour; null while less than 20 minutes are known. */
export function forecastBudget(
  points: readonly BudgetPoint[],
  { limit, resetsAt }: { limit: number; resetsAt: number },
): BudgetForecast | null {
  const now = points.at(-1)
  const first = now && points.find(({ at }) => at >= now.at - RATE_SECONDS)
  if (!first || now.at - first.at < LEAST_SECONDS) return null
  // Calls that a replica gives back lower the count.
  const perSecond = Math.max(0, now.used - first.used) / (now.at - first.at)
  const usedAtEnd = Math.round(now.used + perSecond * Math.max(0, resetsAt - now.at))
  return { usedAtEnd, spentAt: limit > 0 && usedAtEnd >= limit ? findSpentAt(now, limit, perSecond) : null }
}

function findSpentAt(now: BudgetPoint, limit: number, perSecond: number): number {
  return now.used >= limit ? now.at : Math.ceil(now.at + (limit - now.used) / perSecond)
}

import type { WallClock } from '../../lib/clock.ts'
import type { BudgetForecast, BudgetPoint } from '../../model/status.ts'
import { startOfUtcDay } from '../../model/unix-seconds.ts'

/** Length of a slot. One point is kept for each slot: 144 points in a day. */
const SLOT_SECONDS = 600

const slotOf = (at: number) => Math.floor(at / SLOT_SECONDS)

/** Keeps in memory how many calls were used at which time of the current UTC day. */
export function createBudgetHistory(clock: WallClock) {
  let points: BudgetPoint[] = []

  /** Drops points of other days, and points that are in the future because the clock was set back. */
  const keepUntil = (at: number) => {
    points = points.filter((point) => startOfUtcDay(point.at) === startOfUtcDay(at) && point.at <= at)
  }

  return {
    /** Records the number of used calls, unless the current slot has a point already. To be called about once a minute. */
    note(used: number): void {
      const at = clock.unixSeconds()
      keepUntil(at)
      const last = points.at(-1)
      if (!last || slotOf(last.at) !== slotOf(at)) points.push({ at, used })
    },
    /** The points of today, oldest first; `used`, the current number, is the last point. */
    read(used: number): BudgetPoint[] {
      const at = clock.unixSeconds()
      keepUntil(at)
      return [...points.filter((point) => point.at < at), { at, used }]
    },
  }
}

/** Length of the time before now from which the rate is calculated. */
const RATE_SECONDS = 3_600
/** Minimum time between the first point and now. A rate from less time says too little about the rest of the day. */
const LEAST_SECONDS = 1_200

/** Predicts the calls at the end of the day from the rate of the last hour; null while less than 20 minutes are known. */
export function forecastBudget(
  points: readonly BudgetPoint[],
  { limit, resetsAt }: { limit: number; resetsAt: number },
): BudgetForecast | null {
  const now = points.at(-1)
  const first = now && points.find(({ at }) => at >= now.at - RATE_SECONDS)
  if (!first || now.at - first.at < LEAST_SECONDS) return null
  // At least 0, because a replica counts fewer calls as used when it has taken a block.
  const perSecond = Math.max(0, now.used - first.used) / (now.at - first.at)
  const usedAtEnd = Math.round(now.used + perSecond * Math.max(0, resetsAt - now.at))
  return { usedAtEnd, spentAt: limit > 0 && usedAtEnd >= limit ? findSpentAt(now, limit, perSecond) : null }
}

function findSpentAt(now: BudgetPoint, limit: number, perSecond: number): number {
  return now.used >= limit ? now.at : Math.ceil(now.at + (limit - now.used) / perSecond)
}

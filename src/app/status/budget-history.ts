import type { WallClock } from '../../lib/clock.ts'
import type { BudgetPoint } from '../../model/status.ts'
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

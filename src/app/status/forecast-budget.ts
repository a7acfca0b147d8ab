import type { BudgetForecast, BudgetPoint } from '../../model/status.ts'

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

/** What is left of a day's calls to Steam: enough for everything, for all but hours, for look-ups alone, for nothing. */
export const BUDGET_STATES = ['plenty', 'scarce', 'reserved', 'spent'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

/** What can be told of a day's calls to Steam. */
export interface BudgetReport {
  used: number
  /** Calls a day; 0 for any number. */
  limit: number
  state: BudgetState
  /** When the day is over, Unix seconds. */
  resetsAt: number
}

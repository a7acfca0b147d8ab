/** What the rest of the day's budget allows: all calls, all but Rust hours, lookups only, no calls. */
export const BUDGET_STATES = ['plenty', 'scarce', 'reserved', 'spent'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

export interface BudgetReport {
  used: number
  /** Calls per day; 0 for no limit. */
  limit: number
  state: BudgetState
  /** When the next day begins, Unix seconds. */
  resetsAt: number
}

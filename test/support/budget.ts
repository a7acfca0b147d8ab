import { BUDGET_STATES, type BudgetState } from '../../src/model/budget.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { DayBudget } from '../../src/steam/upstream/budget-rules.ts'

/** A budget in this state. */
export function budgetIn(state: BudgetState): DayBudget {
  return {
    count: () => {},
    report: () => ({ used: 0, limit: 0, state, resetsAt: 0 }),
    refuseFrom(from, what) {
      if (BUDGET_STATES.indexOf(state) >= BUDGET_STATES.indexOf(from)) throw new RapsheetError('budget_spent', what)
    },
    settle: () => {},
  }
}

import { createBudgetRules, cutOff, type BudgetRulesOptions, type DayBudget } from './budget-rules.ts'

/** Calls that a process may make of those that all replicas share. */
export interface CallLeases {
  /** Takes a call, at once where there is one; else resolves to whether one could be had in time. */
  take(): true | Promise<boolean>
  state(): {
    /** The calls made or leased by all replicas, without those that this process has left. */
    used: number
    /** 0 for no limit. */
    limit: number
    /** Whether leases are used up and cannot be had at the moment. */
    isCutOff: boolean
  }
  /** Returns unused calls; to be called after the last call. */
  settle(): Promise<void>
}

/** The day's calls with a key that several processes share. */
export function createSharedDayBudget(options: BudgetRulesOptions, leases: CallLeases): DayBudget {
  const rules = createBudgetRules(options, leases.state)
  return {
    ...rules,
    count() {
      const taken = leases.take()
      if (taken !== true) return waitFor(taken)
    },
    settle: leases.settle,
  }

  async function waitFor(taken: Promise<boolean>): Promise<void> {
    if (await taken) return
    rules.refuseFrom('spent', 'lookups')
    throw cutOff('lookups')
  }
}

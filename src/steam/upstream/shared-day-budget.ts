import type { CallContext } from '../../lib/call-context.ts'
import type { Clock } from '../../lib/clock.ts'
import { countDatabaseWait, databaseTimeLeft } from '../../lib/database-wait.ts'
import { createBudgetRules, cutOff, type BudgetRulesOptions, type DayBudget } from './budget-rules.ts'

/** Calls that a process may make of those that all replicas share. */
export interface CallLeases {
  /** Takes a call, at once where there is one; else resolves to whether one could be had within so many milliseconds. */
  take(withinMs: number): true | Promise<boolean>
  state(): {
    /** The calls made or leased by all replicas, without those that this process has left. */
    used: number
    /** 0 for no limit. */
    limit: number
    /** Whether leases are used up and cannot be had at the moment. */
    isCutOff: boolean
  }
  /** Returns unused calls; to be called after the last call. Resolves to how many could not be returned. */
  settle(): Promise<number>
}

interface SharedDayBudgetOptions extends BudgetRulesOptions {
  /** Measures the waits for a call. */
  loop: Pick<Clock, 'now'>
}

/** The day's calls with a key that several processes share. */
export function createSharedDayBudget({ loop, ...options }: SharedDayBudgetOptions, leases: CallLeases): DayBudget {
  const rules = createBudgetRules(options, leases.state)
  return {
    ...rules,
    count(callContext) {
      const taken = leases.take(databaseTimeLeft(callContext, loop))
      if (taken !== true) return waitFor(callContext, taken)
    },
    async settle() {
      await leases.settle()
    },
  }

  async function waitFor(callContext: CallContext, taken: Promise<boolean>): Promise<void> {
    if (await countDatabaseWait(callContext, loop, taken)) return
    rules.refuseFrom('spent', 'lookups')
    throw cutOff('lookups')
  }
}

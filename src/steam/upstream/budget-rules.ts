import { createHash } from 'node:crypto'
import type { CallContext } from '../../lib/call-context.ts'
import type { WallClock } from '../../lib/clock.ts'
import { BUDGET_STATES, type BudgetReport, type BudgetState } from '../../model/budget.ts'
import { RapsheetError } from '../../model/error.ts'
import type { CallPolicy } from './call-policy.ts'

export const DAY_SECONDS = 86_400
/** The `Retry-After` while the calls cannot be counted, seconds. */
const RETRY_SECONDS = 15

/** The UTC day of a time in Unix seconds, as a number of days since 1970-01-01. UTC, because Valve does not name a time zone. */
export const dayOf = (seconds: number) => Math.floor(seconds / DAY_SECONDS)

/** The digest of an API key, under which the calls with the key are counted. */
export const digestOf = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex').slice(0, 16)

export interface BudgetRulesOptions extends Pick<CallPolicy, 'scarcePercent' | 'reservedPercent'> {
  clock: WallClock
}

/** How much of today's calls is used. */
interface BudgetUse {
  used: number
  /** 0 for no limit. */
  limit: number
  /** The state while the database is away, whatever the count: `reserved` while this process holds calls, then `spent`. */
  cutOff?: 'reserved' | 'spent'
}

/** The daily limit of calls with one API key. */
export interface DayBudget {
  /** Counts a call before it is made. A promise means that the call has to wait; it rejects with `budget_spent` when no call is left. */
  count(callContext: CallContext): void | Promise<void>
  report(): BudgetReport
  /** Throws `budget_spent` when the budget's state is `state` or worse; `what` names the refused requests, in the plural. */
  refuseFrom(state: Exclude<BudgetState, 'plenty'>, what: string): void
  /** Stores the number of calls made in place of the higher one stored in advance, for the end of a process. */
  settle(): void
}

/** Creates the rules by which requests are refused as the day's calls are used up. */
export function createBudgetRules(
  { clock, scarcePercent, reservedPercent }: BudgetRulesOptions,
  read: () => BudgetUse,
): Pick<DayBudget, 'report' | 'refuseFrom'> {
  const startPercent = { plenty: 0, scarce: scarcePercent, reserved: reservedPercent, spent: 100 }
  const stateOf = ({ used, limit, cutOff: atLeast }: BudgetUse): BudgetState => {
    const percent = limit === 0 ? 0 : (used / limit) * 100
    const state = BUDGET_STATES.findLast((each) => percent >= startPercent[each]) ?? 'plenty'
    // Without a daily limit, the calls need not be counted.
    return atLeast && limit > 0 && isBefore(state, atLeast) ? atLeast : state
  }
  return {
    report() {
      const use = read()
      const resetsAt = (dayOf(clock.unixSeconds()) + 1) * DAY_SECONDS
      return { used: use.used, limit: use.limit, state: stateOf(use), resetsAt }
    },
    refuseFrom(state, what) {
      const use = read()
      if (isBefore(stateOf(use), state)) return
      const { used, limit } = use
      throw isBefore(stateOf({ used, limit }), state) ? cutOff(what) : spent(use, what, clock.unixSeconds())
    },
  }
}

const isBefore = (state: BudgetState, other: BudgetState) => BUDGET_STATES.indexOf(state) < BUDGET_STATES.indexOf(other)

function spent({ used, limit }: BudgetUse, what: string, now: number): RapsheetError {
  const retryAfter = Math.max(1, (dayOf(now) + 1) * DAY_SECONDS - now)
  const hours = Math.ceil(retryAfter / 3_600)
  const message = `Of today's ${limit} calls to Steam ${Math.max(0, limit - used)} are left, so ${what} are refused until 00:00 UTC, in ${hours} h.`
  return new RapsheetError('budget_spent', message, { retryAfter })
}

/** The error of requests that are refused because the calls of all replicas cannot be counted at the moment. */
export function cutOff(what: string): RapsheetError {
  const message = `The calls of all replicas cannot be counted at the moment, so ${what} are refused; try again in ${RETRY_SECONDS} s.`
  return new RapsheetError('budget_spent', message, { retryAfter: RETRY_SECONDS })
}

import { keysOf } from './objects.ts'
import type { OnUnknown, PolicyTerms, RuleName, Rules } from './policy.ts'

/** Codes of rules that contradict each other, or that can have no effect. */
export type TermsProblemCode =
  | 'forgotten_without_limit'
  | 'probation_without_ban'
  | 'on_unknown_without_rule'
  | 'on_unknown_without_effect'

/** `rule` is the rule to change, and `other` the rule that it contradicts. */
export interface TermsProblem {
  code: TermsProblemCode
  rule: RuleName
  other?: RuleName
}

/**
 * For each rule whose fact a player can hide, the rule that denies all accounts that hide this fact. With that rule, `onUnknown` cannot
 * allow these accounts.
 */
export const DENIES_HIDDEN = {
  minAccountAgeDays: 'denyPrivateProfile',
  minRustHours: 'denyHiddenHours',
} as const satisfies Record<keyof OnUnknown, RuleName>

/**
 * Finds the contradictions of a policy; an empty array means that it can be saved.
 * @example
 *   findContradictions({ rules: { denyTradeProbation: true }, onUnknown: {} })
 *   // [{ code: 'probation_without_ban', rule: 'denyTradeProbation', other: 'denyTradeBan' }]
 */
export function findContradictions({ rules, onUnknown }: Pick<PolicyTerms, 'rules' | 'onUnknown'>): TermsProblem[] {
  const hidden = keysOf(DENIES_HIDDEN).flatMap((rule) => checkHidden(rule, rules, onUnknown))
  return [...checkBans(rules), ...hidden]
}

function checkBans(rules: Rules): TermsProblem[] {
  const problems: TermsProblem[] = []
  const hasLimit = rules.maxVacBans !== undefined || rules.maxGameBans !== undefined
  if (rules.banForgottenAfterDays !== undefined && !hasLimit) {
    problems.push({ code: 'forgotten_without_limit', rule: 'banForgottenAfterDays' })
  }
  // Trade probation is milder than a trade ban.
  if (rules.denyTradeProbation && !rules.denyTradeBan) {
    problems.push({ code: 'probation_without_ban', rule: 'denyTradeProbation', other: 'denyTradeBan' })
  }
  return problems
}

function checkHidden(rule: keyof OnUnknown, rules: Rules, onUnknown: OnUnknown): TermsProblem[] {
  const { [rule]: meaning = 'unknown' } = onUnknown
  // `unknown` is the default and may be written without a rule.
  if (meaning === 'unknown') return []
  if (rules[rule] === undefined) return [{ code: 'on_unknown_without_rule', rule }]
  const other = DENIES_HIDDEN[rule]
  return meaning === 'allow' && rules[other] ? [{ code: 'on_unknown_without_effect', rule, other }] : []
}

import { keysOf } from './objects.ts'
import { isRefusing, isSet, type DenyingRule, type OnUnknown, type RuleName, type RuleTerms } from './policy.ts'

/** Codes of rules that contradict each other, or that can have no effect. */
export type TermsProblemCode =
  | 'forgotten_without_limit'
  | 'probation_without_ban'
  | 'on_unknown_without_rule'
  | 'on_unknown_without_effect'
  | 'action_without_rule'

/** `rule` is the rule to change, and `other` the rule that it contradicts. */
export interface TermsProblem {
  code: TermsProblemCode
  rule: RuleName
  other?: RuleName
}

/**
 * For each rule whose fact a player can hide, the rule that denies all accounts that hide this fact. If that rule refuses, `onUnknown`
 * cannot allow these accounts.
 */
export const DENIES_HIDDEN = {
  minAccountAgeDays: 'denyPrivateProfile',
  minRustHours: 'denyHiddenHours',
} as const satisfies Record<keyof OnUnknown, DenyingRule>

/**
 * Finds the contradictions of a policy; an empty array means that it can be saved.
 * @example
 *   findContradictions({ rules: { denyTradeProbation: true }, onUnknown: {}, actions: {} })
 *   // [{ code: 'probation_without_ban', rule: 'denyTradeProbation', other: 'denyTradeBan' }]
 */
export function findContradictions(terms: RuleTerms): TermsProblem[] {
  const hidden = keysOf(DENIES_HIDDEN).flatMap((rule) => checkHidden(rule, terms))
  return [...checkBans(terms), ...hidden, ...checkActions(terms)]
}

function checkBans(terms: RuleTerms): TermsProblem[] {
  const { rules } = terms
  const problems: TermsProblem[] = []
  const hasLimit = rules.maxVacBans !== undefined || rules.maxGameBans !== undefined
  if (rules.banForgottenAfterDays !== undefined && !hasLimit) {
    problems.push({ code: 'forgotten_without_limit', rule: 'banForgottenAfterDays' })
  }
  // Trade probation is milder than a trade ban.
  if (isRefusing('denyTradeProbation', terms) && !isRefusing('denyTradeBan', terms)) {
    problems.push({ code: 'probation_without_ban', rule: 'denyTradeProbation', other: 'denyTradeBan' })
  }
  return problems
}

function checkHidden(rule: keyof OnUnknown, terms: RuleTerms): TermsProblem[] {
  const { [rule]: meaning = 'unknown' } = terms.onUnknown
  // `unknown` is the default and may be written without a rule.
  if (meaning === 'unknown') return []
  if (!isSet(rule, terms.rules)) return [{ code: 'on_unknown_without_rule', rule }]
  const other = DENIES_HIDDEN[rule]
  return meaning === 'allow' && isRefusing(other, terms) ? [{ code: 'on_unknown_without_effect', rule, other }] : []
}

/** `refuse` is the default and may be written without a rule. */
const checkActions = ({ rules, actions }: RuleTerms): TermsProblem[] =>
  keysOf(actions)
    .filter((rule) => actions[rule] === 'notify' && !isSet(rule, rules))
    .map((rule) => ({ code: 'action_without_rule', rule }))

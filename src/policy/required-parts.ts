import type { Rules } from '../model/policy.ts'
import { FACT_PARTS, type FactPart } from '../model/verdict.ts'
import { DENYING_RULES, denyingRules } from './judge-rules.ts'

/** The parts of an account that rules need, without repetition. An account with an exception needs none. */
export function requiredParts(rules: Rules): FactPart[] {
  const needed = new Set(denyingRules(rules).map((rule) => DENYING_RULES[rule].part))
  return FACT_PARTS.filter((part) => needed.has(part))
}

/** Whether some rule can deny an account. */
export const hasRules = (rules: Rules): boolean => denyingRules(rules).length > 0

import type { RuleName } from '../../model/policy.ts'
import type { TermsProblem } from '../../model/check-terms.ts'
import type { Texts } from './texts.ts'

/** Describes a contradiction of a policy: the rules that contradict each other, and what to do. */
export const formatProblem = ({ code, rule, other }: TermsProblem, texts: Texts): string =>
  texts.policyEdit.problems[code](labelOf(rule, texts), other === undefined ? '' : labelOf(other, texts))

/** The name of a rule in the menus and forms of a draft. */
const labelOf = (rule: RuleName, { policyEdit: { flags, numbers } }: Texts): string =>
  rule in flags ? flags[rule as keyof typeof flags] : numbers[rule as keyof typeof numbers].label

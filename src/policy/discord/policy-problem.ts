import type { RuleName } from '../../model/policy.ts'
import type { TermsProblem } from '../../model/check-terms.ts'
import type { Texts } from './texts.ts'

/** A contradiction of a policy: which choices collide, and what to do. */
export const formatProblem = ({ code, rule, other }: TermsProblem, texts: Texts): string =>
  texts.policyEdit.problems[code](labelOf(rule, texts), other === undefined ? '' : labelOf(other, texts))

/** A rule as it is called in the menus and forms of a draft. */
const labelOf = (rule: RuleName, { policyEdit: { flags, numbers } }: Texts): string =>
  rule in flags ? flags[rule as keyof typeof flags] : numbers[rule as keyof typeof numbers].label

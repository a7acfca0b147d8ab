import { verdict } from '../../i18n/compiled/verdict.ts'
import { fillIn } from '../lib/message.ts'
import type { Language } from '../model/language.ts'
import {
  isRefusing,
  isSet,
  RULE_NAMES,
  type DenyingRule,
  type OnUnknown,
  type RuleAction,
  type RuleName,
  type RuleTerms,
} from '../model/policy.ts'
import { DENIES_HIDDEN, type TermsProblem } from '../model/check-terms.ts'

/** Describes every rule of a policy in one or two sentences, in the order of `RULE_NAMES`; plain text. */
export function ruleSentences(terms: RuleTerms, language: Language): { rule: RuleName; sentence: string }[] {
  return RULE_NAMES.filter((rule) => isSet(rule, terms.rules)).map((rule) => ({
    rule,
    sentence: ruleSentence(rule, terms, language),
  }))
}

function ruleSentence(name: RuleName, terms: RuleTerms, language: Language): string {
  const { rule, forgets, whenHidden } = verdict[language]
  const limit = Number(terms.rules[name])
  if (name === 'banForgottenAfterDays') return forgets({ count: limit })
  const { [name]: does = 'refuse' } = terms.actions
  const sentence = fillIn<{ count: number }>(rule[does][name], { count: limit })
  if (!isHideable(name) || coversHidden(DENIES_HIDDEN[name], does, terms)) return sentence
  return `${sentence} ${whenHidden[name]} ${whenHidden[does][terms.onUnknown[name] ?? 'unknown']}`
}

/** Whether the rule against a hidden fact makes it irrelevant how a rule with this action treats the fact. */
const coversHidden = (rule: DenyingRule, action: RuleAction, terms: RuleTerms) =>
  isSet(rule, terms.rules) && (action === 'notify' || isRefusing(rule, terms))

const isHideable = (name: RuleName): name is keyof OnUnknown => name in DENIES_HIDDEN

/** Describes a contradiction of a policy: the rule, the problem, and the remedy; plain text. */
export function problemText({ code, rule, other }: TermsProblem, language: Language): string {
  return fillIn<{ rule: string; other: string }>(verdict[language].problem[code], { rule, other: other ?? '' })
}

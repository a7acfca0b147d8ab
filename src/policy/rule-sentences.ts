import type { Language } from '../model/language.ts'
import { RULE_NAMES, type OnUnknown, type PolicyTerms, type RuleName } from '../model/policy.ts'
import { DENIES_HIDDEN, type TermsProblem } from '../model/check-terms.ts'
import { POLICY_TEXTS } from './words/policy-texts.ts'

/** Describes every rule of a policy in one or two sentences, in the order of `RULE_NAMES`; plain text. */
export function ruleSentences(
  terms: Pick<PolicyTerms, 'rules' | 'onUnknown'>,
  language: Language,
): { rule: RuleName; sentence: string }[] {
  return RULE_NAMES.flatMap((rule) => {
    const sentence = ruleSentence(rule, terms, language)
    return sentence === undefined ? [] : [{ rule, sentence }]
  })
}

function ruleSentence(
  name: RuleName,
  { rules, onUnknown }: Pick<PolicyTerms, 'rules' | 'onUnknown'>,
  language: Language,
): string | undefined {
  const { rule, whenHidden } = POLICY_TEXTS[language]
  const limit = rules[name]
  if (limit === undefined || limit === false) return undefined
  const text = rule[name]
  const sentence = typeof text === 'string' ? text : text(Number(limit))
  if (!isHideable(name) || rules[DENIES_HIDDEN[name]]) return sentence
  return `${sentence} ${whenHidden[name]} ${whenHidden[onUnknown[name] ?? 'unknown']}`
}

const isHideable = (name: RuleName): name is keyof OnUnknown => name in DENIES_HIDDEN

/** Describes a contradiction of a policy: the rule, the problem, and the remedy; plain text. */
export function problemText({ code, rule, other }: TermsProblem, language: Language): string {
  return POLICY_TEXTS[language].problem[code](rule, other ?? '')
}

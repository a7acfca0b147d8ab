import {
  RULES,
  type DenyingRule,
  type Policy,
  type Rules,
  isRefusing,
  isSet,
  RULE_NAMES,
  type HiddenMeaning,
  type OnUnknown,
  type RuleAction,
  type RuleName,
  type RuleTerms,
} from '../model/policy.ts'
import type { UnknownPart, VerdictReason } from '../model/verdict.ts'
import type { Reason } from './judge.ts'
import { verdict } from '../../i18n/compiled/verdict.ts'
import { fillIn } from '../lib/message.ts'
import type { Language } from '../model/language.ts'
import { DENIES_HIDDEN, type TermsProblem } from '../model/check-terms.ts'

/** What a reason says: the rule that denies, the fact that is hidden, that Rust is not owned, or an exception. */
export type ReasonKind =
  | Exclude<DenyingRule, 'denyHiddenHours'>
  | 'ageHidden'
  | 'hoursHidden'
  | 'notOwned'
  | 'exception'
  | 'bannedHere'

/** Determines the kind of a reason. Two rules can have the same kind, for example `notOwned`. */
export function kindOfReason({ code, value }: Reason): ReasonKind {
  if (value === 'not_owned') return 'notOwned'
  if (code === 'banned_here') return 'bannedHere'
  if (code === 'denyHiddenHours') return 'hoursHidden'
  if (value !== 'hidden') return code
  return code === 'minAccountAgeDays' ? 'ageHidden' : 'hoursHidden'
}

/**
 * The text of a reason: one sentence without full stop, plain text.
 * @example
 *   reasonText({ code: 'minRustHours', value: 12, limit: 100 }, { minRustHours: 100 }, 'en')
 *   // '12 hours in Rust (at least 100 hours)'
 */
export function reasonText(reason: Reason, rules: Rules, language: Language): string {
  const texts = verdict[language]
  const { code, lastBanDays } = reason
  const kind = kindOfReason(reason)
  if (code === 'banned_here' || kind === 'bannedHere') return bannedHereText(String(reason.value), texts)
  if (code === 'exception' || kind === 'exception') return texts.exception[reason.value === 'allow' ? 'allow' : 'deny']
  const text = fillIn<{ count: number }>(texts.reason[kind], { count: Number(reason.value) })
  const limit = Number(reason.limit)
  const { unit } = RULES[code]
  if (unit === 'days') return texts.bounded({ text, bound: texts.atLeastDays({ count: limit }) })
  if (unit === 'hours') return texts.bounded({ text, bound: texts.atLeastHours({ count: limit }) })
  if (lastBanDays === undefined) return text
  const { banForgottenAfterDays: after } = rules
  const before = texts.limit({ count: limit })
  const details =
    after === undefined ? before : texts.details({ before, after: texts.forgottenAfter({ count: after }) })
  return texts.dated({ text, last: texts.lastBan({ count: lastBanDays }), details })
}

/**
 * The texts of reasons, each fact once: hidden hours, for which two rules may refuse an account, are named by the first of them.
 */
export function reasonTexts(reasons: readonly Reason[], rules: Rules, language: Language): string[] {
  const first = new Map(reasons.toReversed().map((reason) => [kindOfReason(reason), reason]))
  return reasons
    .filter((reason) => first.get(kindOfReason(reason)) === reason)
    .map((reason) => reasonText(reason, rules, language))
}

const bannedHereText = (reason: string, { bannedHere, bannedHereFor }: (typeof verdict)['en']) =>
  reason === '' ? bannedHere : bannedHereFor({ reason })

/** Adds texts in the language of the policy to reasons, for verdicts. */
export function toVerdictReasons(reasons: Reason[], { rules, language }: Policy): VerdictReason[] {
  return reasons.map((reason) => {
    const { code, value, limit } = reason
    return { code, value, limit, text: reasonText(reason, rules, language) }
  })
}

/**
 * Explains why a rule could not be decided: one sentence without full stop, plain text.
 * @example
 *   unknownText({ code: 'minRustHours', cause: 'unavailable' }, 'en') // 'Hours in Rust: no answer from Steam'
 */
export function unknownText({ code, cause }: UnknownPart, language: Language): string {
  const { reason, unknown } = verdict[language]
  if (code === 'banned_here') return unknown.banList
  if (cause === 'hidden') return code === 'minAccountAgeDays' ? reason.ageHidden : unknown.hoursHidden
  return unknown.unavailable({ what: { ...reason, ...unknown.what }[code] })
}

/** Describes every rule of a policy in one or two sentences, in the order of `RULE_NAMES`; plain text. */
export function ruleSentences(terms: RuleTerms, language: Language): { rule: RuleName; sentence: string }[] {
  return RULE_NAMES.filter((rule) => isSet(rule, terms.rules)).map((rule) => ({
    rule,
    sentence: ruleSentence(rule, terms, language),
  }))
}

function ruleSentence(name: RuleName, terms: RuleTerms, language: Language): string {
  const { rule, forgets } = verdict[language]
  const limit = Number(terms.rules[name])
  if (name === 'banForgottenAfterDays') return forgets({ count: limit })
  const { [name]: does = 'refuse' } = terms.actions
  const sentence = fillIn<{ count: number }>(rule[does][name], { count: limit })
  if (!isHideable(name) || coversHidden(DENIES_HIDDEN[name], does, terms)) return sentence
  return `${sentence} ${hiddenText(name, does, terms.onUnknown[name] ?? 'unknown', language)}`
}

/** Says what a rule does with an account that hides the fact. A rule that only notifies does not report it unless hidden facts count against it. */
export function hiddenText(rule: keyof OnUnknown, does: RuleAction, meaning: HiddenMeaning, language: Language) {
  const { refuse, notify, ...when } = verdict[language].whenHidden
  return `${when[rule]} ${does === 'refuse' ? refuse[meaning] : notify[meaning === 'deny' ? 'deny' : 'unknown']}`
}

/** Whether the rule against a hidden fact makes it irrelevant how a rule with this action treats the fact. */
const coversHidden = (rule: DenyingRule, action: RuleAction, terms: RuleTerms) =>
  isSet(rule, terms.rules) && (action === 'notify' || isRefusing(rule, terms))

const isHideable = (name: RuleName): name is keyof OnUnknown => name in DENIES_HIDDEN

/** Describes a contradiction of a policy: the rule, the problem, and the remedy; plain text. */
export const problemText = (code: TermsProblem['code'], rule: string, other: string | undefined, language: Language) =>
  verdict[language].problem[code]({ rule, other: other ?? '' })

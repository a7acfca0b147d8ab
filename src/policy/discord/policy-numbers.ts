import { RULES, type NumberRule, type Rules } from '../../model/policy.ts'
import { PolicyError } from '../../model/policy-error.ts'
import type { FormField } from '../../discord/command.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { Texts } from './texts.ts'

/** Maximum length of a number: long enough that an error can quote a mistake. */
const MAX_NUMBER_CHARACTERS = 20

/** The form field for a limit, filled in with its value among the rules; empty without a value. */
export function numberField(rule: NumberRule, rules: Rules, texts: Texts): FormField {
  const { label, hint } = texts.policyEdit.numbers[rule]
  const value = rules[rule] === undefined ? '' : writeNumber(rules[rule], texts)
  return {
    kind: 'text',
    name: rule,
    label,
    description: hint,
    value,
    maxLength: MAX_NUMBER_CHARACTERS,
    isRequired: false,
  }
}

/** Writes a number as users type it in a language: with its decimal sign, without thousands separators. */
export const writeNumber = (value: number, texts: Texts) => String(value).replace('.', texts.number(0.5).charAt(1))

/**
 * Reads the limit that was typed into the form of a rule; undefined for an empty field. Throws a PolicyError for a value that the rule does
 * not accept.
 */
export function readLimit(rule: NumberRule, typed: string): number | undefined {
  if (typed === '') return undefined
  const value = readNumber(rule, typed)
  if (value === undefined) throw new PolicyError({ code: 'invalid_numbers', rule, typed })
  return value
}

/** Accepts a comma or a point as decimal sign. Refuses three digits after the sign, which could be meant to separate thousands. */
function readNumber(rule: NumberRule, typed: string): number | undefined {
  const accepted = RULES[rule]
  const form = accepted.kind === 'whole' ? /^\d+$/ : /^\d+([.,]\d{1,2})?$/
  const value = form.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
  const { success } = accepted.schema.safeParse(value)
  return success ? value : undefined
}

/** Describes what is wrong with a typed limit. */
export function describeMistake({ rule, typed }: { rule: NumberRule; typed: string }, { policyEdit }: Texts): string {
  const { label } = policyEdit.numbers[rule]
  const value = escapeMarkdown(typed)
  const accepted = RULES[rule]
  if (accepted.kind === 'hours') return policyEdit.notHours({ label, value, to: accepted.to })
  return policyEdit.notWhole({ label, value, from: accepted.from, to: accepted.to })
}

import { ComponentType, type APIActionRowComponent, type APIStringSelectComponent } from 'discord.js'
import { NUMBER_RULES, RULES, type NumberRule } from '../../model/policy.ts'
import { PolicyError } from '../../model/policy-error.ts'
import type { FormField } from '../../discord/command.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { toNumbersId, type PolicyDraft } from './policy-draft.ts'
import { row } from '../../discord/view.ts'
import type { Texts } from './texts.ts'

/** Maximum length of a number: long enough that an error can quote a mistake. */
const MAX_NUMBER_CHARACTERS = 20

/** The form field for a limit, filled in with the value that the limit has in the draft; empty without a value. */
export function numberField(rule: NumberRule, { terms: { rules } }: PolicyDraft, texts: Texts): FormField {
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
const writeNumber = (value: number, texts: Texts) => String(value).replace('.', texts.number(0.5).charAt(1))

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

/** The menu of the rules with a number; shows the number of each rule in the draft. */
export function limitMenu(draft: PolicyDraft, texts: Texts): APIActionRowComponent<APIStringSelectComponent> {
  const { chooseLimit, numbers, limitNow, limitOff } = texts.policyEdit
  const { rules } = draft.terms
  const options = NUMBER_RULES.map((rule) => ({
    label: numbers[rule].label,
    value: rule,
    description: rules[rule] === undefined ? limitOff : limitNow({ value: writeNumber(rules[rule], texts) }),
  }))
  return row([{ type: ComponentType.StringSelect, custom_id: toNumbersId(draft), placeholder: chooseLimit, options }])
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

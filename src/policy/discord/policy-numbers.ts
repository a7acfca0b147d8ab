import { NUMBER_RULES, RULES, type NumberRule, type Rules } from '../../model/policy.ts'
import type { FormField } from '../../discord/command.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { PolicyDraft } from './policy-draft.ts'
import type { Texts } from './texts.ts'

/** The longest number, with room for mistakes that an error can name. */
const MAX_NUMBER_CHARACTERS = 20

/** The fields of the form, with the numbers of the draft. */
export function numberFields({ terms: { rules } }: PolicyDraft, texts: Texts): FormField[] {
  return NUMBER_RULES.map((rule) => {
    const { label, hint } = texts.policyEdit.numbers[rule]
    const value = rules[rule] === undefined ? '' : writeNumber(rules[rule], texts)
    return { name: rule, label, description: hint, value, maxLength: MAX_NUMBER_CHARACTERS, isRequired: false }
  })
}

/** A number as it is typed in a language: with its decimal sign, and without signs for thousands. */
const writeNumber = (value: number, texts: Texts) => String(value).replace('.', texts.number(0.5).charAt(1))

/** The numbers of a form, and a sentence about each field that could not be read. */
export interface NumberFields {
  numbers: Pick<Rules, NumberRule>
  mistakes: string[]
}

/** Reads the fields of the form; a wrong one keeps the number of the draft. */
export function readNumberFields(
  fields: ReadonlyMap<string, string>,
  { terms: { rules } }: PolicyDraft,
  texts: Texts,
): NumberFields {
  const numbers: Pick<Rules, NumberRule> = {}
  const mistakes: string[] = []
  for (const rule of NUMBER_RULES) {
    const typed = fields.get(rule)?.trim() ?? ''
    if (typed === '') continue
    const value = readNumber(rule, typed)
    if (value === undefined) mistakes.push(describeMistake(rule, typed, texts))
    const kept = value ?? rules[rule]
    if (kept !== undefined) numbers[rule] = kept
  }
  return { numbers, mistakes }
}

/** Both decimal signs are understood; three digits after one could be thousands. */
function readNumber(rule: NumberRule, typed: string): number | undefined {
  const accepted = RULES[rule]
  const form = accepted.kind === 'whole' ? /^\d+$/ : /^\d+([.,]\d{1,2})?$/
  const value = form.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
  const { success } = accepted.schema.safeParse(value)
  return success ? value : undefined
}

function describeMistake(rule: NumberRule, typed: string, { policyEdit }: Texts): string {
  const { label } = policyEdit.numbers[rule]
  const value = escapeMarkdown(typed)
  const accepted = RULES[rule]
  if (accepted.kind === 'fraction') return policyEdit.notHours(label, value, accepted.to)
  return policyEdit.notWhole(label, value, accepted.from, accepted.to)
}

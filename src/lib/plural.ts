import { lazy } from './lazy.ts'

/** The forms of a word by plural category; a category that a language does not have is left out. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

type Plurals = ReturnType<typeof build>
const known = new Map<string, Plurals>()

/**
 * Number and plural formatting in one language.
 * @example
 *   createPlurals('en').counted(1234, { one: 'account', other: 'accounts' }) // '1,234 accounts'
 */
export function createPlurals(language: string): Plurals {
  const plurals = known.get(language) ?? build(language)
  known.set(language, plurals)
  return plurals
}

/** Formatters take milliseconds to create on a slow phone, so each is created when it is first needed. */
function build(language: string) {
  const format = lazy(() => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }))
  const rules = lazy(() => new Intl.PluralRules(language))
  const number = (value: number) => format().format(value)
  const plural = (count: number, forms: PluralForms) => forms[rules().select(count)] ?? forms.other
  const counted = (count: number, forms: PluralForms) => `${number(count)} ${plural(count, forms)}`
  return {
    number,
    /** The form for a count, without the number. */
    plural,
    /** The number and the form for it: `2 accounts`. */
    counted,
    /** `counted` for one word, as a function of the count. */
    noun: (forms: PluralForms) => (count: number) => counted(count, forms),
  }
}

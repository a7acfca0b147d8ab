import { lazy } from './lazy.ts'

/** How numbers are written, which also decides the plural: `1.004` is written `1`, and takes the singular. */
const WRITTEN = { maximumFractionDigits: 2 } as const

export interface Plurals {
  /** Writes a number: `1,234.5`. */
  number: (value: number) => string
  /** The plural category of a number as it is written. */
  category: (value: number) => Intl.LDMLPluralRule
}

/** The number formats and plural rules of a language. They take milliseconds to create on a slow phone, so each is created when it is first needed. */
export function createPlurals(language: string): Plurals {
  const format = lazy(() => new Intl.NumberFormat(language, WRITTEN))
  const rules = lazy(() => new Intl.PluralRules(language, WRITTEN))
  return { number: (value) => format().format(value), category: (value) => rules().select(value) }
}

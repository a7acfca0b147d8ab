import type { accounts, counters } from '../../../i18n/compiled/en.ts'
import { joinBy } from '../../lib/join-by.ts'
import { lazy, lazyListFormat } from '../../lib/lazy.ts'
import { createPlurals } from '../../lib/plural.ts'
import { dateLocaleOf, type Language } from '../../model/language.ts'

type Messages = typeof accounts

/** The labels of the counters of the statistics, by group. */
export type CounterLabels = typeof counters

/** Values as a language writes them. */
interface Values {
  number: (value: number) => string
  /** A percentage, 0 to 100. */
  percent: (value: number) => string
  /** A list of words: `VAC bans, game bans and trade status`. */
  list: (words: readonly string[]) => string
  /** Facts one after the other: `2 game bans, last ban 3 days ago`. */
  commas: (facts: readonly string[]) => string
  /** Sentences, which may contain commas, one after the other. */
  semicolons: (sentences: readonly string[]) => string
  /** The name of a country by its two-letter code. */
  country: (code: string) => string | undefined
}

/** Every text about accounts, in one language and without markup. The caller formats names, subjects and times for its target. */
export type AccountTexts = Messages & Values

/** Values that an error text can contain, formatted by the caller; text from users is made safe for the target. */
export interface LookupErrorFacts {
  /** The account or file as the user gave it. */
  subject: string
  /** When to try again, relative to now: `in 2 minutes`. */
  when: string
  /** A limit or a number. */
  detail: string
  /** The forms of older ids: `STEAM_` and `[U:1:…]`. */
  steam2Form: string
  steam3Form: string
}

/** The texts about accounts from the messages of a language. */
export function toAccountTexts(language: Language, messages: Messages): AccountTexts {
  const { number } = createPlurals(language)
  const percent = lazy(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }))
  const regions = lazy(() => new Intl.DisplayNames(language, { type: 'region' }))
  return {
    ...messages,
    number,
    percent: (value) => percent().format(value / 100),
    list: lazyListFormat(dateLocaleOf(language)),
    commas: (facts) => joinBy(messages.common.comma, facts),
    semicolons: (sentences) => joinBy(messages.common.semicolon, sentences),
    country: (code) => regions().of(code),
    hours: ({ value }) => messages.hours({ value: toShownHours(value) }),
  }
}

/** Hours for display. Hours of 10 or more are rounded down to whole hours, so that hours below a limit never look like the limit. */
const toShownHours = (hours: number) => (hours < 10 ? hours : Math.floor(hours))

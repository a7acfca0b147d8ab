import type { bot } from '../../../i18n/compiled/en.ts'
import { lazyDateFormat, lazyListFormat } from '../../lib/lazy.ts'
import { dateLocaleOf, type Language } from '../../model/language.ts'

/** Dates and times in UTC, as a language writes them; each formats Unix milliseconds or a `Date`. */
interface Dates {
  day: Pick<Intl.DateTimeFormat, 'format'>
  dayAndMonth: Pick<Intl.DateTimeFormat, 'format'>
  dayOfMonth: Pick<Intl.DateTimeFormat, 'format'>
  time: Pick<Intl.DateTimeFormat, 'format'>
  /** One of several days: `3, 4 or 5 May`. */
  oneOf: (days: readonly string[]) => string
}

/** The texts of the bot itself in one language. */
export type Texts = typeof bot & { language: Language; dates: Dates }

/** Finds the texts for a locale of Discord; rejects never. A language is loaded when it is first asked for. */
export type FindTexts<T> = (locale: string) => Promise<T>

/** The texts of the bot itself from the messages of a language. */
export const toBotTexts = (language: Language, messages: typeof bot): Texts => ({
  ...messages,
  language,
  dates: createDates(dateLocaleOf(language)),
})

function createDates(locale: string): Dates {
  const format = (options: Intl.DateTimeFormatOptions) => lazyDateFormat(locale, { ...options, timeZone: 'UTC' })
  return {
    day: format({ dateStyle: 'long' }),
    dayAndMonth: format({ day: 'numeric', month: 'long' }),
    dayOfMonth: format({ day: 'numeric' }),
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    oneOf: lazyListFormat(locale, 'disjunction'),
  }
}

import { LANGUAGES } from '../../i18n/compiled/languages.ts'

export { LANGUAGES }

/** The languages of all texts for users, which have a catalogue in `i18n`. */
export type Language = (typeof LANGUAGES)[number]

/** A value in every language. */
export type Translated<T> = Record<Language, T>

/** Languages of which one variety stands for the others, with the first matching variety. */
const VARIETIES: readonly [locales: RegExp, language: string][] = [
  [/^es(?:-es)?$/i, 'es-ES'],
  [/^es-/i, 'es-419'],
  [/^pt\b/i, 'pt-BR'],
  [/^zh\b/i, 'zh-CN'],
]

/** The language for a locale of Discord or of a browser, such as `de` or `en-GB`; undefined where there are no texts. */
export function findLanguage(locale: string): Language | undefined {
  const [, variety] = VARIETIES.find(([locales]) => locales.test(locale)) ?? []
  const tags = [variety, locale, locale.split('-')[0]].map((tag) => tag?.toLowerCase())
  return tags.flatMap((tag) => LANGUAGES.find((language) => language.toLowerCase() === tag) ?? [])[0]
}

/**
 * The language for a locale of Discord or of a browser; English where there are no texts.
 * @example
 *   languageOf('de-AT') // 'de'
 *   languageOf('fi') // 'en'
 */
export const languageOf = (locale: string): Language => findLanguage(locale) ?? 'en'

/** The locale in which the dates of a language are written. British English writes the day before the month, and the time with 24 hours. */
export const dateLocaleOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

import { keysOf } from './objects.ts'

/** The languages of all texts for users. A further language does not compile until every catalogue has it. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** A value in every language. */
export type Translated<T> = Record<Language, T>

/**
 * The language for a locale of Discord or of a browser, such as `de` or `en-GB`; English where there are no texts.
 * @example
 *   languageOf('de') // 'de'
 *   languageOf('fi') // 'en'
 */
export const languageOf = (locale: string): Language =>
  LANGUAGES.find((language) => locale === language || locale.startsWith(`${language}-`)) ?? 'en'

/** Creates a value for every language. */
export const inEachLanguage = <T>(create: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, create(language)])) as Translated<T>

/**
 * Regroups an object in every language by key: each key gets its values in every language.
 * @example
 *   byKey({ en: { add: 'add' }, de: { add: 'hinzu' } }) // { add: { en: 'add', de: 'hinzu' } }
 */
export function byKey<T extends object>(translated: Translated<T>): { [Key in keyof T]: Translated<T[Key]> } {
  const entries = keysOf(translated.en).map((key) => [key, inEachLanguage((language) => translated[language][key])])
  return Object.fromEntries(entries) as { [Key in keyof T]: Translated<T[Key]> }
}

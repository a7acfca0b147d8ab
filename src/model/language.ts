/** The languages in which the program speaks to people. A further one does not compile until each catalogue has it. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Something in every language. */
export type Translated<T> = Record<Language, T>

/** The language for a locale of Discord or of a browser, such as `de` or `en-GB`; English where there are no texts. */
export const languageOf = (locale: string): Language =>
  LANGUAGES.find((language) => locale === language || locale.startsWith(`${language}-`)) ?? 'en'

/** Something in every language, by a function of the language. */
export const inEachLanguage = <T>(create: (language: Language) => T): Translated<T> => ({
  en: create('en'),
  de: create('de'),
})

/** The texts of an object in every language, each by its key. */
export function byKey<T extends object>(translated: Translated<T>): { [Key in keyof T]: Translated<T[Key]> } {
  const keys = Object.keys(translated.en) as (keyof T)[]
  const entries = keys.map((key) => [key, inEachLanguage((language) => translated[language][key])])
  return Object.fromEntries(entries) as { [Key in keyof T]: Translated<T[Key]> }
}

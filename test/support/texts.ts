import { texts } from '../../src/app/bot/texts.ts'
import { LANGUAGES, languageOf } from '../../src/model/language.ts'

export { texts }

/** Everything that the bot says, in English and in German. */
export const { en, de } = texts

/** Everything that the bot says, by language: the table of a test that all languages have to pass. */
export const eachLanguage = LANGUAGES.map((language) => [language, texts[language]] as const)

/** Everything that the bot says for a locale. */
export const textsFor = (locale: string) => texts[languageOf(locale)]

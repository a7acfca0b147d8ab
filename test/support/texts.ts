import { loadTexts, type Texts } from '../../src/app/bot/texts.ts'
import { LANGUAGES, languageOf, type Translated } from '../../src/model/language.ts'

/** Everything that the bot says, in every language. */
const texts = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await loadTexts(language)] as const)),
) as Translated<Texts>

/** Everything that the bot says, in English and in German. */
export const { en, de } = texts

/** Everything that the bot says, by language: the table of a test that all languages have to pass. */
export const eachLanguage = LANGUAGES.map((language) => [language, texts[language]] as const)

/** Everything that the bot says for a locale. */
export const textsFor = (locale: string) => texts[languageOf(locale)]

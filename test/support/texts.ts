import { loadTexts } from '../../src/app/bot/texts.ts'
import { inEachLanguage, LANGUAGES, languageOf } from '../../src/model/language.ts'

const loaded = new Map(
  await Promise.all(LANGUAGES.map(async (language) => [language, await loadTexts(language)] as const)),
)

/** Everything that the bot says, in every language. */
const texts = inEachLanguage((language) => loaded.get(language)!)

/** Everything that the bot says, in English and in German. */
export const { en, de } = texts

/** Everything that the bot says, by language: the table of a test that all languages have to pass. */
export const eachLanguage = LANGUAGES.map((language) => [language, texts[language]] as const)

/** Everything that the bot says for a locale. */
export const textsFor = (locale: string) => texts[languageOf(locale)]

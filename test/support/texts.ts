import { texts } from '../../src/app/bot/texts.ts'
import { languageOf } from '../../src/model/language.ts'

export { texts }

/** Everything that the bot says, in English and in German. */
export const { en, de } = texts

/** Everything that the bot says for a locale. */
export const textsFor = (locale: string) => texts[languageOf(locale)]

import { inEachLanguage, type Language } from '../../model/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The texts of the bot itself in one language. */
export type Texts = typeof en & { language: Language }

export const botTexts = inEachLanguage((language): Texts => ({ ...{ en, de }[language], language }))

import { inEachLanguage, type Language, type Translated } from '../../model/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The texts of the bot itself in one language. */
export type Texts = typeof en & { language: Language }

const words: Translated<typeof en> = { en, de }

export const botTexts = inEachLanguage((language): Texts => ({ ...words[language], language }))

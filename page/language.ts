import type { PageTexts } from './texts/page-texts.ts'
import type { Language } from '../src/model/language.ts'

/** Each language is a file of its own, and only the one that is used is loaded. */
const CATALOGUES: Record<Language, () => Promise<PageTexts>> = {
  en: () => import('./texts/en.ts').then(({ en }) => en),
  de: () => import('./texts/de.ts').then(({ de }) => de),
}

export const loadTexts = (language: Language): Promise<PageTexts> => CATALOGUES[language]()

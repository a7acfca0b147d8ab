import type { PageTexts } from './texts/page-texts.ts'
import type { Language } from '../src/model/language.ts'

/** The texts of each language are a file of their own, and only the file of the chosen language is loaded. */
const CATALOGUES: Record<Language, () => Promise<PageTexts>> = {
  en: () => import('./texts/en.ts').then(({ en }) => en),
  de: () => import('./texts/de.ts').then(({ de }) => de),
}

export const loadTexts = (language: Language): Promise<PageTexts> => CATALOGUES[language]()

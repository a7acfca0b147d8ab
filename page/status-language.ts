import type { Language } from '../src/model/language.ts'
import type { StatusTexts } from './texts/status-en.ts'

/** The texts of each language are a file of their own, and only the file of the chosen language is loaded. */
const CATALOGUES: Record<Language, () => Promise<StatusTexts>> = {
  en: () => import('./texts/status-en.ts').then(({ statusEn }) => statusEn),
  de: () => import('./texts/status-de.ts').then(({ statusDe }) => statusDe),
}

export const loadStatusTexts = (language: Language): Promise<StatusTexts> => CATALOGUES[language]()

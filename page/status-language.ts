import type { Language } from '../src/model/language.ts'
import type { StatusTexts } from './texts/status-en.ts'

/** Each language is a file of its own, and only the one that is used is loaded. */
const CATALOGUES: Record<Language, () => Promise<StatusTexts>> = {
  en: () => import('./texts/status-en.ts').then(({ statusEn }) => statusEn),
  de: () => import('./texts/status-de.ts').then(({ statusDe }) => statusDe),
}

export const loadStatusTexts = (language: Language): Promise<StatusTexts> => CATALOGUES[language]()

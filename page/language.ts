import { LANGUAGES, type Language, type PageTexts } from './texts/page-texts.ts'

const KEY = 'rapsheet-language'

/** Each language is a file of its own, and only the one that is used is loaded. */
const CATALOGUES: Record<Language, () => Promise<PageTexts>> = {
  en: () => import('./texts/en.ts').then(({ en }) => en),
  de: () => import('./texts/de.ts').then(({ de }) => de),
}

export const loadTexts = (language: Language): Promise<PageTexts> => CATALOGUES[language]()

/** The language that the user chose before, otherwise the first of the browser's languages that the page has, or English. */
export function chooseLanguage(): Language {
  const wanted = [keptLanguage(), ...navigator.languages.map((each) => each.split('-')[0] ?? each)]
  return wanted.find((each): each is Language => each !== null && Object.hasOwn(LANGUAGES, each)) ?? 'en'
}

/** Keeps the choice for later visits. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Storage is blocked: the choice lasts until the page is loaded anew.
  }
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

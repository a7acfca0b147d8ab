import { findLanguage, type Language } from '../src/model/language.ts'

const KEY = 'rapsheet-language'

/** The language that the user chose before. Otherwise the first of the browser's languages in which the page exists, or English. */
export function chooseLanguage(): Language {
  const wanted = [keptLanguage() ?? '', ...navigator.languages]
  return wanted.flatMap((locale) => findLanguage(locale) ?? [])[0] ?? 'en'
}

/** Stores the choice for later visits. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Storage is blocked, so the choice lasts until the page is reloaded.
  }
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

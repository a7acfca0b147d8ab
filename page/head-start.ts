import { chooseLanguage } from './chosen-language.ts'
import type { Language } from '../src/model/language.ts'

/** The URLs of the words by language, which the build puts in. */
declare const WORDS_URLS: Record<Language, string>

// Loads the words side by side with the page, which is larger and would ask for them only when it has run.
const language = chooseLanguage()
import(WORDS_URLS[language]).catch(() => {
  // The page asks again, and reports the failure.
})

// With its first formatter a browser loads the data for all of them: 200 ms on a slow phone, here while it waits for the network.
// In a task of its own, because the words are not asked for before this one ends.
setTimeout(() => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(0))

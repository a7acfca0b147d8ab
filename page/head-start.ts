import { chooseLanguage } from './chosen-language.ts'
import type { Language } from '../src/model/language.ts'

/** The URLs of the words by language, which the build puts in. */
declare const WORDS_URLS: Record<Language, string>

// Loads the words in parallel with the page, which is larger and would request them only once it runs.
const language = chooseLanguage()
import(WORDS_URLS[language]).catch(() => {
  // The page requests them again, and reports the failure.
})

// With its first formatter a browser loads the data for all of them, which takes 200 ms on a slow phone; here it does that while waiting
// for the network. A task of its own, because the request for the words is sent when the current task ends.
setTimeout(() => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(0))

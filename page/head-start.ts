import { chooseLanguage } from './chosen-language.ts'
import type { Language } from '../src/model/language.ts'

/** The URLs of the modules with the texts, by language; the build replaces this name by them. */
declare const WORDS_URLS: Record<Language, string>

// Loads the texts in parallel with the script of the page, which is larger and would request the texts only once it runs.
const language = chooseLanguage()
import(WORDS_URLS[language]).catch(() => {
  // The script of the page requests the texts again, and reports the failure.
})

// Creates a date formatter while the browser waits for the network. With its first date formatter, a browser loads the data for all of
// them, which takes 200 ms on a slow phone. `setTimeout` is used because the request for the texts is sent when the current task ends.
setTimeout(() => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(0))

import { load } from '../../i18n/compiled/load-page.ts'
import type * as english from '../../i18n/compiled/page-en.ts'
import { type AccountTexts, toAccountTexts } from '../../src/accounts/words/account-texts.ts'
import type { Language } from '../../src/model/language.ts'
import { type AllErrorWords, toErrorWords } from './error-words.ts'

/** Every text that the page shows, in one language. */
export interface PageTexts {
  language: Language
  /** The texts about accounts, which Discord shows too. */
  accounts: AccountTexts
  /** The words of the page itself. */
  page: typeof english.page
  errors: AllErrorWords
}

/** Loads the texts of a language, which are a file of their own. */
export const loadPageTexts = async (language: Language): Promise<PageTexts> =>
  toPageTexts(language, await load[language]())

/** The texts of the page from the messages of a language. */
const toPageTexts = (language: Language, { accounts, page, errors }: typeof english): PageTexts => ({
  language,
  accounts: toAccountTexts(language, accounts),
  page,
  errors: toErrorWords(errors, accounts),
})

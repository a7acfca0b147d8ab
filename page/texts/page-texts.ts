import type { Language, Translated } from '../../src/model/language.ts'
import type { AccountTexts } from '../../src/accounts/words/account-texts.ts'
import type { PageErrorCode, ErrorWords } from './error-words.ts'
import type { page } from './page-en.ts'
import type { ApiErrorCode } from '../../src/http/error-codes.ts'

/** The languages, each by its own name. */
export const LANGUAGE_NAMES: Translated<string> = { en: 'English', de: 'Deutsch' }

/** Every text that the page shows, in one language. */
export interface PageTexts {
  language: Language
  /** The texts about accounts, which Discord shows too. */
  accounts: AccountTexts
  /** The words of the page itself. */
  page: typeof page
  errors: Record<ApiErrorCode | PageErrorCode, ErrorWords>
}

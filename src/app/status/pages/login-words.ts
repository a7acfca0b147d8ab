import { login } from '../../../../i18n/compiled/login.ts'
import { languageOf } from '../../../model/language.ts'

/** The texts of the pages around the login for a browser, by the first language of its `Accept-Language`. */
export function loginWordsFor(acceptLanguage = '') {
  const language = languageOf(/^\s*([\w-]+)/.exec(acceptLanguage)?.[1]?.toLowerCase() ?? '')
  return { language, ...login[language] }
}

/** Why the page is closed, as English sentences in errors for programs. */
export const CLOSED = { no_token: login.en.noToken, plain: login.en.plain } as const

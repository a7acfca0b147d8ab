import { de as accounts } from '../../src/accounts/words/de.ts'
import { errors } from './errors-de.ts'
import { page } from './page-de.ts'
import type { PageTexts } from './page-texts.ts'

/** German texts of the page. */
export const de: PageTexts = { language: 'de', accounts, page, errors }

import { en as accounts } from '../../src/accounts/words/en.ts'
import { errors } from './errors-en.ts'
import { page } from './page-en.ts'
import type { PageTexts } from './page-texts.ts'

/** English texts of the page. */
export const en: PageTexts = { language: 'en', accounts, page, errors }

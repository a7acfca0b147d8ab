import type { Texts as AccountTexts } from '../../accounts/discord/texts.ts'
import type { Translated } from '../../model/language.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'

/** What Discord shows about ban lists, in every language. */
export const banTexts: Translated<typeof en> = { en, de }

/** The texts about ban lists, in one language. */
export type Texts = AccountTexts & typeof en

import type { Translated } from '../../model/language.ts'
import { policyTexts as de } from './policy-texts-de.ts'
import { policyTexts as en } from './policy-texts-en.ts'

/** The texts about policies in each language. */
export const POLICY_TEXTS: Translated<typeof en> = { en, de }

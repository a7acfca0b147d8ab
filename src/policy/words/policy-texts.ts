import type { PolicyLanguage } from '../../model/policy.ts'
import { policyTexts as de } from './policy-texts-de.ts'
import { policyTexts as en } from './policy-texts-en.ts'

/** What policies say, in each language. */
export const POLICY_TEXTS = { en, de } satisfies Record<PolicyLanguage, typeof en>

import { z } from 'zod'
import { DENYING_RULE_NAMES, isSet, policyTermsSchema, type OnUnknown, type PolicyTerms } from '../../model/policy.ts'
import type { PendingKind } from '../../discord/pending.ts'

/** A policy that is edited in a message, before it is saved. */
export interface PolicyDraft {
  /** The version that is edited; 0 when the server had no policy. */
  fromVersion: number
  terms: PolicyTerms
}

/** Drafts are kept between the presses on their messages. */
export const DRAFT: PendingKind<PolicyDraft> = {
  name: 'policy-draft',
  schema: z.object({ fromVersion: z.int(), terms: policyTermsSchema }),
}

/** The rules about facts that a player can hide. */
export const HIDEABLE_RULES = ['minAccountAgeDays', 'minRustHours'] as const satisfies (keyof OnUnknown)[]
export type HideableRule = (typeof HIDEABLE_RULES)[number]

/** Changes the terms of a draft. How hidden facts count, and what a rule does, is removed together with the rule. */
export function changeDraft({ fromVersion, terms }: PolicyDraft, change: Partial<PolicyTerms>): PolicyDraft {
  const changed = { ...terms, ...change }
  const [onUnknown, actions] = [{ ...changed.onUnknown }, { ...changed.actions }]
  for (const rule of HIDEABLE_RULES)
    if (onUnknown[rule] === 'unknown' || !isSet(rule, changed.rules)) delete onUnknown[rule]
  for (const rule of DENYING_RULE_NAMES) if (!isSet(rule, changed.rules)) delete actions[rule]
  return { fromVersion, terms: { ...changed, onUnknown, actions } }
}

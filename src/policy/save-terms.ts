import { isDeepStrictEqual } from 'node:util'
import { NEW_POLICY_TERMS, type PolicyMode, type PolicyTerms } from '../model/policy.ts'
import type { RefusalReports } from './database/policies.ts'
import type { Actor } from '../model/actor.ts'
import { changePolicy, createPolicy, newPolicy, type PolicyChange, type PolicyContext } from './change-policy.ts'
import { findContradictions } from '../model/check-terms.ts'
import { PolicyError } from '../model/policy-error.ts'
import { rescheduleRefusals } from './refusals.ts'

export interface SavedTerms {
  /** The version in force. */
  version: number
  /** False when the terms were equal to the terms in force, so that nothing was written. */
  isChanged: boolean
}

export interface TermsEdit extends Actor {
  terms: PolicyTerms
  /** The version that was edited; 0 when the server had no policy. */
  fromVersion: number
}

/** Saves edited terms as a new version. Throws a PolicyError: `contradictory_terms`, `changed_meanwhile` or `gone_meanwhile`. */
export async function saveTerms(
  context: PolicyContext,
  { terms, fromVersion, ...actor }: TermsEdit,
): Promise<SavedTerms> {
  const problems = findContradictions(terms)
  if (problems.length > 0) throw new PolicyError({ code: 'contradictory_terms', problems })
  return changePolicy(context, actor, async (change) => {
    const { repositories, now, log } = change
    const policy = await repositories.policies.get(actor.guildId)
    if (policy && policy.version !== fromVersion && !(fromVersion === 0 && isUntouched(policy))) {
      const { version, updatedAt: at, updatedBy: userId } = policy
      throw new PolicyError({ code: 'changed_meanwhile', version, at, userId })
    }
    if (policy) return storeTerms(change, actor, policy, terms)
    // The server has removed the bot, so its data was deleted.
    if (fromVersion !== 0) throw new PolicyError({ code: 'gone_meanwhile' })
    await createPolicy(repositories, { ...newPolicy(actor.guildId, actor.userId, now), terms })
    await log({ action: 'policy_saved', detail: '1' })
    return { version: 1, isChanged: true }
  })
}

/** Whether a policy has never been edited, because it was created only for something else, such as a token or an exception. */
const isUntouched = ({ version, terms }: { version: number; terms: PolicyTerms }) =>
  version === 1 && isDeepStrictEqual(terms, NEW_POLICY_TERMS)

/** Sets the mode; another mode creates a new version. Creates the policy if there is none. */
export async function setPolicyMode(
  context: PolicyContext,
  { mode, ...actor }: Actor & { mode: PolicyMode },
): Promise<SavedTerms> {
  return changePolicy(context, actor, async (change) => {
    const policy = await change.getPolicy()
    return storeTerms(change, actor, policy, { ...policy.terms, mode })
  })
}

/** Sets how the server is told about refusals; what is not given stays. Creates the policy if there is none. */
export async function setReports(
  context: PolicyContext,
  { notify, reportsBans, ...actor }: Actor & Partial<RefusalReports>,
): Promise<void> {
  await changePolicy(context, actor, async ({ repositories, now, getPolicy, log }) => {
    const { guildId } = actor
    const policy = await getPolicy()
    const reports = { notify: notify ?? policy.notify, reportsBans: reportsBans ?? policy.reportsBans }
    const isSame = policy.notify === reports.notify && policy.reportsBans === reports.reportsBans
    if (isSame) return
    await repositories.policies.setReports(guildId, reports)
    if (policy.notify !== reports.notify) {
      await rescheduleRefusals(repositories, { guildId, notify: reports.notify, now })
      await log({ action: 'policy_notify_set', detail: reports.notify })
    }
    if (policy.reportsBans !== reports.reportsBans)
      await log({ action: 'policy_notify_set', detail: reports.reportsBans ? 'bans' : 'no_bans' })
  })
}

async function storeTerms(
  { repositories, now, log }: PolicyChange,
  { guildId, userId }: Actor,
  { version: before, terms: current }: { version: number; terms: PolicyTerms },
  terms: PolicyTerms,
): Promise<SavedTerms> {
  if (isDeepStrictEqual(terms, current)) return { version: before, isChanged: false }
  const version = before + 1
  await repositories.policies.saveTerms(guildId, { version, at: now, userId, terms })
  const isOnlyMode = isDeepStrictEqual({ ...terms, mode: current.mode }, current)
  if (isOnlyMode) await log({ action: 'policy_mode_set', detail: terms.mode })
  else await log({ action: 'policy_saved', detail: String(version) })
  return { version, isChanged: true }
}

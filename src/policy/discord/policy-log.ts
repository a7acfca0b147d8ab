import { POLICY_ACTIONS, type PolicyAction } from '../../model/policy.ts'
import type { AuditChange } from '../change-policy.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { Texts } from './texts.ts'
import { formatNameAndId } from '../../accounts/discord/views/account-parts.ts'
import { formatExceptionEnd, formatLine } from './policy-parts.ts'
import { readTermsDetail } from '../../model/terms-detail.ts'
import { formatCsvEnd } from '../../discord/views/table.ts'
import { nonEmpty } from '../../discord/view.ts'

const REPORT_DETAILS = ['each', 'daily', 'bans', 'no_bans'] as const

/** Whether this version of the program knows an action. An action that only a later version knows is shown by its name. */
const isKnown = (action: string): action is PolicyAction => POLICY_ACTIONS.some((each) => each === action)

/**
 * A change of a policy as a sentence without its subject, such as `saved version 3 of the policy`. A change of an exception is shown with
 * the account, called `name` if that is known, and its end, and at most `reasonCharacters` of the reason.
 */
export function formatPolicyChange(
  entry: AuditChange,
  reasonCharacters: number,
  texts: Texts,
  name: string | null = null,
): string {
  const { policyLog } = texts
  const { action, steamId, detail } = entry
  if (!isKnown(action)) return action
  const account = steamId === null ? 'none' : formatNameAndId({ steamId, name }, texts)
  const withTerms = (change: string) => {
    const { reason, until } = readTermsDetail(detail)
    const end = until === null ? '' : texts.ownBan.until({ date: formatExceptionEnd(until, texts) })
    return nonEmpty(change, escapeMarkdown(reason, reasonCharacters), end).join(' · ')
  }
  switch (action) {
    case 'policy_saved':
      return policyLog.policy_saved({ version: escapeMarkdown(detail) })
    case 'policy_mode_set':
      return policyLog.policy_mode_set[detail === 'enforce' ? 'enforce' : 'observe']
    case 'policy_notify_set':
      return policyLog.policy_notify_set[REPORT_DETAILS.find((each) => each === detail) ?? 'each']
    case 'exception_added':
    case 'exception_removed':
    case 'exception_restored':
    case 'exception_expired':
      return withTerms(policyLog[action]({ account }))
    case 'token_created':
    case 'token_revoked':
      return policyLog[action]({ name: formatLine(detail) })
  }
}

/** The cells of a table row about a change: its reason or another detail. */
export function policyChangeCells({ action, detail }: Omit<AuditChange, 'steamId'>) {
  if (!action.startsWith('exception_')) return { note: detail }
  const { reason, until } = readTermsDetail(detail)
  return { reason, until: formatCsvEnd(until) }
}

import type { RuleName } from '../../model/policy.ts'
import type { JudgedReason, VerdictWord } from '../../model/verdict.ts'
import { ICONS } from '../../lib/tone.ts'

/** Precedes everything that a policy refuses; `⛔` would say that Steam has banned the account. */
export const REFUSED_ICON = '🛡️'
/** Precedes accounts that are let in; `✅` would say that no ban is on record. */
export const LET_IN_ICON = '🚪'
/** Precedes accounts that are reported by a rule which only notifies. */
export const NOTICE_ICON = '🔔'

export const VERDICT_ICONS: Record<VerdictWord, string> = {
  allow: LET_IN_ICON,
  deny: REFUSED_ICON,
  unknown: ICONS.incomplete,
}

/** The icon of each rule for an account that it refuses. */
const RULE_ICONS: Record<RuleName, string> = {
  maxVacBans: ICONS.banned,
  maxGameBans: ICONS.banned,
  banForgottenAfterDays: '🕓',
  denyCommunityBan: ICONS.banned,
  denyTradeBan: ICONS.restricted,
  denyTradeProbation: ICONS.restricted,
  minAccountAgeDays: '📅',
  minRustHours: '⏱️',
  denyPrivateProfile: ICONS.private,
  denyHiddenHours: ICONS.private,
  denyUnconfigured: '👤',
}

/** The icon of an account that is refused for the reason with this code. */
export function reasonIcon(code: JudgedReason['code']): string {
  if (code === 'banned_here') return '🔨'
  return code === 'exception' ? REFUSED_ICON : RULE_ICONS[code]
}

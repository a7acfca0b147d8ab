import { verdict } from '../../../i18n/compiled/verdict.ts'
import { countsBans, type FlagRule, isFlagRule, RULE_NAMES, type RuleName, type RuleTerms } from '../../model/policy.ts'
import type { TokenStatus } from '../policy-status.ts'
import { problemText, ruleSentences } from '../rule-texts.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { Texts } from './texts.ts'
import { createView, type View } from '../../discord/view.ts'
import { formatEnd, formatMoment, relativeTime } from '../../discord/views/parts.ts'
import type { TermsProblem } from '../../model/check-terms.ts'
import type { JudgedReason, VerdictWord } from '../../model/verdict.ts'
import { ICONS, LET_IN_ICON, REFUSED_ICON } from '../../lib/tone.ts'

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

/** Maximum length of a shown text from users: no appeal, reason of an exception or name of a token is longer. */
const MAX_CHARACTERS = 200

/** A text from users on one line, escaped for Markdown. */
export const formatLine = (text: string) => escapeMarkdown(text, MAX_CHARACTERS) || '?'

/** The rules of a policy, one a line; `empty` if there are none. */
export function formatRules(terms: RuleTerms, empty: string, texts: Texts): string {
  const sentences = ruleSentences(terms, texts.language)
  return sentences.length === 0 ? empty : sentences.map(({ sentence }) => `- ${sentence}`).join('\n')
}

/** Formats when an exception ends. */
export const formatExceptionEnd = (until: number, texts: Texts) => formatEnd(until, formatMoment, texts)

/** A game server with its token: when it last asked, and for a replaced token also when it ends. */
export function formatServer({ name, lastAskedAt, replaced }: TokenStatus, { policy }: Texts): string {
  const asked = lastAskedAt === null ? policy.neverAsked : policy.lastAsked({ when: relativeTime(lastAskedAt) })
  const old =
    replaced === null ? [] : [policy.replacedToken, policy.worksUntil({ when: formatMoment(replaced.endsAt) })]
  return [`**${formatLine(name)}**`, ...old, asked].join(' · ')
}

/** Warns while no game server has a token, or no game server has asked with its token. */
export function connectionLines(tokens: readonly TokenStatus[], { policy }: Texts): string[] {
  if (tokens.length === 0) return [`${ICONS.restricted} **${policy.notConnected}** ${policy.notConnectedHint}`]
  if (tokens.some(({ lastAskedAt }) => lastAskedAt !== null)) return []
  return [`${ICONS.restricted} **${policy.notAsked}** ${policy.notAskedHint}`]
}

/** The reminder about permanent bans in `/policy show`, for a server without a policy, and before a policy starts to refuse players. */
export const cautionLine = ({ policy }: Texts) => `-# ${policy.caution}`

/** Explains what a policy is, for a server without one. */
export function noPolicyView(texts: Texts): View {
  const { policy } = texts
  const lines = [`## 🛡️ ${policy.none}`, policy.about, policy.begin, cautionLine(texts)]
  return createView('neutral', [lines.join('\n')], [])
}

/** Describes a contradiction of a policy: the rules that contradict each other, and what to do. */
export const formatProblem = ({ code, rule, other }: TermsProblem, texts: Texts): string =>
  problemText(code, labelOf(rule, texts), other && labelOf(other, texts), texts.language)

/** A rule that a menu switches on: one about bans then accepts none, until another limit is set. */
export type SwitchedRule = FlagRule | 'maxVacBans' | 'maxGameBans'
const isSwitched = (rule: RuleName): rule is SwitchedRule => isFlagRule(rule) || countsBans(rule)
export const SWITCHED_RULES = RULE_NAMES.filter(isSwitched)

/** The name of a rule in the menus of a draft. */
export const labelOf = (rule: RuleName, { policyEdit: { flags, numbers }, language }: Texts): string =>
  isSwitched(rule) ? { ...verdict[language].reason, ...flags }[rule] : numbers[rule].label

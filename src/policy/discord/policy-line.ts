import { inlineCode } from 'discord.js'
import type { OwnBanMark } from '../../lib/tone.ts'
import type { Policy } from '../../model/policy.ts'
import type { UnknownPart } from '../../model/verdict.ts'
import { judgeKnownFacts, findRefusal, type Judging, type Judgement, type Reason } from '../judge.ts'
import type { ListedAccount } from '../../accounts/shown-record.ts'
import type { Facts } from '../../model/facts.ts'
import { reasonText, unknownText } from '../rule-texts.ts'
import type { Texts } from './texts.ts'
import { fitLines } from '../../discord/view.ts'
import { displayName } from '../../accounts/discord/views/words.ts'
import { NOTICE_ICON, REFUSED_ICON, VERDICT_ICONS } from './policy-parts.ts'

/** Minimum room for naming accounts; with less, only their number is shown. */
const MIN_LINES_CHARACTERS = 200

/**
 * Lines about what the policy of the server would decide; empty without facts, if the policy has no rule and no exception for the account,
 * and if the server has banned it. Shown only in that server.
 */
export function policyLines(
  judging: Judging | null,
  facts: Facts | undefined,
  ownBan: OwnBanMark,
  texts: Texts,
): string[] {
  // The server's own list decides before any rule.
  if (!judging || ownBan === 'banned') return []
  if (ownBan === 'unknown') return [`${VERDICT_ICONS.unknown} ${formatUndecided([UNREAD_LIST], texts)}`]
  const judgement = facts ? judgeKnownFacts(judging, facts) : null
  if (!judgement) return []
  return [
    `${VERDICT_ICONS[judgement.verdict]} ${formatJudgement(judgement, judging.policy, texts)}`,
    ...modeLines(judging.policy, texts),
    ...noticeLines(judgement.notices, judging.policy, texts),
  ]
}

const noticeLines = (notices: Reason[], policy: Policy, texts: Texts) =>
  notices.length === 0
    ? []
    : [`${NOTICE_ICON} ${texts.policyLine.reports({ why: formatReasons(notices, policy, texts) })}`]

function formatJudgement({ verdict, reasons, unknown }: Judgement, policy: Policy, texts: Texts): string {
  const { policyLine } = texts
  if (verdict === 'deny') return policyLine.refuses({ why: formatReasons(reasons, policy, texts) })
  // Only an exception is a reason for letting an account in.
  if (verdict === 'allow') return reasons.length === 0 ? policyLine.noRule : policyLine.excepted
  return formatUndecided(unknown, texts)
}

const UNREAD_LIST: UnknownPart = { code: 'banned_here', part: 'ban_list', cause: 'unavailable' }

const formatUndecided = (unknown: readonly UnknownPart[], { policyLine, semicolons, language }: Texts) =>
  policyLine.undecided({ why: semicolons([...new Set(unknown.map((part) => unknownText(part, language)))]) })

const modeLines = ({ mode }: Policy, { policyLine }: Texts) => (mode === 'observe' ? [`-# ${policyLine.observes}`] : [])

/**
 * A text, within `room` characters, about the accounts of a page that the policy of the server would refuse; empty if it refuses
 * none of them.
 */
export function refusedTexts(judging: Judging | null, listed: readonly ListedAccount[], room: number, texts: Texts) {
  if (!judging) return []
  const lines = listed.flatMap((account) => {
    const reasons = findRefusal(judging, account)
    if (reasons.length === 0) return []
    const subject = account.name === null ? inlineCode(account.steamId) : displayName(account.name, texts)
    return [`• ${subject}: ${formatReasons(reasons, judging.policy, texts)}`]
  })
  if (lines.length === 0) return []
  const title = [
    `${REFUSED_ICON} ${texts.policyLine.refusesSome({ count: lines.length })}`,
    ...modeLines(judging.policy, texts),
  ].join('\n')
  const left = room - title.length - 1
  if (left < 0) return []
  // Without room for the accounts, their number is still shown.
  return [left < MIN_LINES_CHARACTERS ? title : `${title}\n${fitLines(lines, left, texts.common.leftOut)}`]
}

/** Not escaped: the texts of reasons contain no text from users. */
const formatReasons = (reasons: Reason[], { rules }: Policy, { semicolons, language }: Texts) =>
  semicolons(reasons.map((reason) => reasonText(reason, rules, language)))

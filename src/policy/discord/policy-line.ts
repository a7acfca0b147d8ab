import { bold } from 'discord.js'
import { REFUSED_ICON, type OwnBanMark } from '../../lib/tone.ts'
import type { Policy } from '../../model/policy.ts'
import { type DoorNotes, type ListedDoor, NO_DOOR, NO_LISTED_DOOR } from '../../accounts/discord/server-notes.ts'
import { formatAuthor } from '../../discord/author.ts'
import type { StoredException } from '../exceptions.ts'
import { judgeKnownFacts, isRefused, type Judging, type Judgement, type Reason } from '../judge.ts'
import type { ListedRecord } from '../../accounts/shown-record.ts'
import type { Facts } from '../../model/facts.ts'
import { midSentence } from '../../lib/sentence-case.ts'
import { reasonTexts, unknownText } from '../rule-texts.ts'
import type { Texts } from './texts.ts'
import { nonEmpty } from '../../discord/view.ts'
import { formatLine, NOTICE_ICON, VERDICT_ICONS } from './policy-parts.ts'

/**
 * What the policy of the server would decide about an account; nothing without a policy, and where what it does is normal. Shown only in that
 * server.
 */
export function doorNotes(
  judging: Judging | null,
  facts: Facts | undefined,
  { ownBan, hasBans }: { ownBan: OwnBanMark; hasBans: boolean },
  texts: Texts,
): DoorNotes {
  const judgement = judging && facts ? judgeKnownFacts(judging, facts) : null
  // An unreadable list decides before any rule, and the card says that it cannot be read.
  if (!judging || !judgement || ownBan === 'unknown') return NO_DOOR
  const { policyLine } = texts
  const { policy } = judging
  const isRefusing = judgement.verdict === 'deny' && policy.mode === 'enforce'
  if (ownBan === 'banned')
    return isRefusing ? { ...NO_DOOR, state: 'refused', lines: [`${REFUSED_ICON} ${policyLine.refusesToo}`] } : NO_DOOR
  if (judgement.verdict === 'allow' && judgement.reasons.length > 0)
    return { state: 'excepted', exception: bold(texts.ownBan.excepted), lines: [] }
  const decision = formatJudgement(judgement, policy, hasBans, texts)
  const lines = [
    ...(decision === '' ? [] : [`${VERDICT_ICONS[judgement.verdict]} ${decision}`]),
    ...noticeLines(judgement.notices, policy, texts),
  ]
  return { ...NO_DOOR, state: isRefusing ? 'refused' : 'none', lines }
}

/** The line about an exception for users with *Manage Server*: who lets the account in, and why. */
export const exceptionLine = ({ addedBy, reason }: Pick<StoredException, 'addedBy' | 'reason'>, texts: Texts) =>
  [bold(texts.ownBan.excepted), formatAuthor(addedBy), formatLine(reason)].join(' · ')

/** What the notifying rules report when an account joins. */
export const noticeLines = (notices: Reason[], policy: Policy, texts: Texts) =>
  notices.length === 0
    ? []
    : [`${NOTICE_ICON} ${texts.policyTest.reported({ why: formatReasons(notices, policy, texts) })}`]

function formatJudgement(judgement: Judgement, policy: Policy, hasBans: boolean, texts: Texts): string {
  const { verdict, reasons, unknown } = judgement
  const { policyLine } = texts
  if (verdict === 'deny') {
    const why = formatReasons(reasons, policy, texts)
    return policy.mode === 'enforce' ? policyLine.refuses({ why }) : policyLine.wouldRefuse({ why })
  }
  // That the rules let an account without bans in is normal.
  if (verdict === 'allow') return hasBans ? policyLine.noRule : ''
  // The card says what Steam did not answer.
  const hidden = unknown.filter(({ cause }) => cause === 'hidden')
  const why = texts.semicolons([
    ...new Set(hidden.map((part) => midSentence(unknownText(part, texts.language), texts.language))),
  ])
  return [policyLine.undecided, ...nonEmpty(why)].join(' · ')
}

/** Which accounts of a list the policy of the server refuses, by what the list has of them; each card says why. */
export function listedDoor(judging: Judging | null, listed: readonly ListedRecord[], texts: Texts): ListedDoor {
  if (!judging) return NO_LISTED_DOOR
  const refused = new Set(listed.filter((record) => isRefused(judging, record)).map(({ steamId }) => steamId))
  if (refused.size === 0) return NO_LISTED_DOOR
  const isRefusing = judging.policy.mode === 'enforce'
  const { refusesSome, wouldRefuseSome } = texts.policyLine
  const line = `${REFUSED_ICON} ${(isRefusing ? refusesSome : wouldRefuseSome)({ count: refused.size })}`
  return { tone: isRefusing ? 'limited' : 'clean', line, refused }
}

/** The reasons within a sentence. Not escaped: the texts of reasons contain no text from users. */
export const formatReasons = (
  reasons: readonly Reason[],
  { rules }: Pick<Policy, 'rules'>,
  { semicolons, language }: Texts,
) => semicolons(reasonTexts(reasons, rules, language).map((text) => midSentence(text, language)))

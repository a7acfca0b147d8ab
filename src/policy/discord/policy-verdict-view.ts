import type { PastBans } from '../../model/ban-record.ts'
import type { Policy } from '../../model/policy.ts'
import { FACT_PARTS, type Verdict, type VerdictWord } from '../../model/verdict.ts'
import type { AgedPart } from '../../accounts/presentation/part-ages.ts'
import { ICONS, type Tone, toneWithOwnBan } from '../../lib/tone.ts'
import { findException, judge, judgeNotices, type Reason } from '../judge.ts'
import type { JudgedAccount } from '../get-verdict.ts'
import { reasonText, unknownText } from '../reason-text.ts'
import type { Texts } from './texts.ts'
import { button, row, type View } from '../../discord/view.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import {
  checkedPartsLine,
  formatNameAndId,
  foundByLines,
  lookupId,
  type ViewedAccount,
} from '../../accounts/discord/views/account-parts.ts'
import { describeState } from '../../accounts/discord/views/earlier-bans.ts'
import { NOTICE_ICON, reasonIcon, VERDICT_ICONS } from './policy-icons.ts'
import { formatExceptionEnd, formatLine, formatMoment, formatRules } from './policy-parts.ts'
import { resultView } from '../../discord/views/result-view.ts'

/** Shows what Steam says about an account, what a policy decides and why, and what game servers do. `now` is in Unix seconds. */
export function policyVerdictView(
  { facts, verdict, gameReason }: JudgedAccount,
  policy: Policy,
  account: ViewedAccount & { earlierBans?: PastBans | undefined },
  now: number,
  texts: Texts,
): View {
  const { policyTest: words } = texts
  const isByList = [...verdict.reasons, ...verdict.unknown].some(({ code }) => code === 'banned_here')
  // Judged again, because the texts of `verdict` are in the server's language, and this view needs texts in the user's language.
  const { reasons, unknown, until } = isByList ? verdict : judge(policy, facts, now)
  const language = texts.language
  const state = describeState(facts, account.earlierBans, texts)
  const ownState = verdict.verdict === 'deny' ? 'banned' : 'unknown'
  const stateTone = toneWithOwnBan(state.tone, isByList ? ownState : 'none')
  const undecided = [...new Set(unknown.map((part) => unknownText(part, language)))]
  const ages = FACT_PARTS.flatMap((part): AgedPart[] => {
    const fact = facts[part]
    return fact.kind === 'known' ? [[words.parts[part], fact.fetchedAt]] : []
  })
  const decision = `${VERDICT_ICONS[verdict.verdict]} ${formatDecision(verdict.verdict, reasons, state.tone, texts)}`
  const parts = [
    [
      `## ${ICONS[stateTone]} ${formatNameAndId(account, texts)}`,
      `**${state.sentence}**`,
      ...state.lines,
      ...foundByLines(account.foundBy, texts),
    ].join('\n'),
    [
      `### ${decision}`,
      serverSentence(verdict, texts),
      ...reasons
        .filter(({ code }) => code !== 'exception')
        .map((reason) => `${reasonIcon(reason.code)} ${formatLine(reasonText(reason, policy.rules, language))}`),
      ...(isByList ? [] : exceptionLines(policy, account, now, texts)),
      ...undecided.map((text) => `${ICONS.incomplete} ${words.undecided}: ${text}`),
      ...noticeLines(judgeNotices(policy, verdict, facts, now), policy, texts),
      ...(until === null ? [] : [words.until({ relative: relativeTime(until), moment: formatMoment(until) })]),
    ].join('\n'),
    ...(verdict.verdict === 'allow' && reasons.length === 0 ? [ruleLines(policy, texts)] : []),
    ...(verdict.verdict === 'deny' ? [words.shown[verdict.mode]({ reason: formatLine(gameReason) })] : []),
    [
      ...(verdict.stale ? [`${ICONS.limited} ${texts.lookup.stale({ when: relativeTime(verdict.checkedAt) })}`] : []),
      ...(ages.length > 0 ? [checkedPartsLine(ages, texts)] : []),
    ].join('\n'),
  ]
  // A green message would look like an approval by the policy.
  const tone = stateTone === 'clean' ? 'neutral' : stateTone
  return resultView(tone, `**${decision}**`, parts, [
    row([button('🔎', texts.buttons.lookUp, lookupId(account.steamId))]),
  ])
}

/** What the notifying rules report when the account joins. */
const noticeLines = (notices: Reason[], { rules }: Policy, { policyTest, semicolons, language }: Texts): string[] =>
  notices.length === 0
    ? []
    : [
        `${NOTICE_ICON} ${policyTest.reported({ why: semicolons(notices.map((reason) => reasonText(reason, rules, language))) })}`,
      ]

function formatDecision(verdict: VerdictWord, reasons: readonly Reason[], tone: Tone, { policyTest }: Texts): string {
  if (reasons.some(({ code }) => code === 'banned_here')) return policyTest.bannedHere
  const isException = reasons.some(({ code }) => code === 'exception')
  if (isException && verdict !== 'unknown') return policyTest.exception[verdict]
  return verdict === 'allow' && tone === 'banned' ? policyTest.allowsBanned : policyTest.rules[verdict]
}

const serverSentence = ({ verdict, mode }: Pick<Verdict, 'verdict' | 'mode'>, { policyTest }: Texts): string =>
  (mode === 'observe' ? policyTest.inObserve : policyTest.inEnforce)[verdict]

/** The rules of the policy, for an account that no rule refuses: the verdict `allow` has no reasons that could be shown instead. */
const ruleLines = (policy: Policy, texts: Texts): string =>
  `**${texts.policy.rules}**\n${formatRules(policy, texts.policyTest.noRules, texts)}`

/** The note and the end of the exception that decides. */
function exceptionLines(policy: Policy, { steamId }: ViewedAccount, now: number, texts: Texts): string[] {
  const { common, policyExceptions } = texts
  const exception = findException(policy, steamId, now)
  if (!exception) return []
  const { reason, until } = exception
  return [
    `**${policyExceptions.note}** ${formatLine(reason)}`,
    ...(until === null ? [] : [`**${common.until}** ${formatExceptionEnd(until, texts)}`]),
  ]
}

import type { Policy } from '../../model/policy.ts'
import { FACT_PARTS, type VerdictWord } from '../../model/verdict.ts'
import type { AgedPart } from '../../presentation/part-ages.ts'
import { ICONS, type Tone } from '../../presentation/tone.ts'
import { findException } from '../../service/policy/find-exception.ts'
import type { JudgedAccount } from '../../service/policy/get-verdict.ts'
import { judge } from '../../service/policy/judge.ts'
import { reasonText, unknownText } from '../../service/policy/reason-text.ts'
import type { Texts } from '../texts/texts.ts'
import { button, createView, row, type View } from '../view.ts'
import { checkedPartsLine, foundByLines, formatNameAndId, lookupId, relativeTime, type ViewedAccount } from './parts.ts'
import { cautionLine, formatLine, formatExceptionEnd, formatMoment, formatRules } from './policy-parts.ts'

const TONES: Record<VerdictWord, Tone> = { allow: 'clean', deny: 'banned', unknown: 'incomplete' }

/** What a policy decides about an account, why, and what a game server is answered. `now` in Unix seconds. */
export function policyVerdictView(
  { facts, verdict, gameReason }: JudgedAccount,
  policy: Policy,
  account: ViewedAccount,
  now: number,
  texts: Texts,
): View {
  const { policyTest: words } = texts
  // The verdict has its texts in the language of the server; these are in that of the user.
  const { reasons, unknown, until } = judge(policy, facts, now)
  const language = texts.policyLanguage
  const tone = TONES[verdict.verdict]
  const undecided = [...new Set(unknown.map((part) => unknownText(part, language)))]
  const why = [
    ...reasons.map((reason) => `- ${reasonText(reason, policy.rules, language)}`),
    ...exceptionLines(policy, account, now, texts),
    ...undecided.map((text) => `- ${ICONS.incomplete} ${words.undecided}: ${text}`),
  ]
  const ages = FACT_PARTS.flatMap((part): AgedPart[] => {
    const fact = facts[part]
    return fact.kind === 'known' ? [[words.parts[part], fact.fetchedAt]] : []
  })
  const parts = [
    [
      `## ${ICONS[tone]} ${words.verdicts[verdict.verdict](formatNameAndId(account, texts))}`,
      ...foundByLines(account.foundBy, texts),
      ...why,
      ...(until === null ? [] : [words.until(relativeTime(until), formatMoment(until))]),
    ].join('\n'),
    ...(verdict.verdict === 'allow' && reasons.length === 0 ? [ruleLines(policy, texts)] : []),
    serverLines(verdict.verdict, policy, gameReason, texts).join('\n'),
    [
      ...(verdict.stale ? [`${ICONS.limited} ${texts.lookup.stale(relativeTime(verdict.checkedAt))}`] : []),
      ...(ages.length > 0 ? [checkedPartsLine(ages, texts)] : []),
      cautionLine(texts),
    ].join('\n'),
  ]
  return createView(tone, parts, [row([button('🔎', texts.buttons.lookUp, lookupId(account.steamId))])])
}

/** The rules that accept an account, since none of them gives a reason. */
const ruleLines = (policy: Policy, texts: Texts): string =>
  `**${texts.policy.rules}**\n${formatRules(policy, texts.policyTest.noRules, texts)}`

/** The note of the exception that decides, and when it ends. */
function exceptionLines(policy: Policy, { steamId }: ViewedAccount, now: number, texts: Texts): string[] {
  const { watch } = texts
  const exception = findException(policy, steamId, now)
  if (!exception) return []
  const { reason, until } = exception
  return [
    `**${watch.reason}** ${formatLine(reason)}`,
    ...(until === null ? [] : [`**${watch.until}** ${formatExceptionEnd(until, texts)}`]),
  ]
}

function serverLines(verdict: VerdictWord, { mode }: Policy, gameReason: string, { policyTest }: Texts): string[] {
  return [
    mode === 'observe' ? policyTest.inObserve : policyTest.inEnforce[verdict],
    ...(verdict === 'deny' ? [policyTest.shown[mode](formatLine(gameReason))] : []),
  ]
}

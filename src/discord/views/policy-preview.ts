import { inlineCode } from 'discord.js'
import type { PolicyTerms } from '../../model/policy.ts'
import { ICONS } from '../../presentation/tone.ts'
import type { PreviewCounts, PreviewedGroup, TermsPreview } from '../../service/policy/preview-terms.ts'
import { MAX_JOINS } from '../../service/policy/kept-joins.ts'
import type { Reason } from '../../service/policy/judge.ts'
import { reasonText } from '../../service/policy/reason-text.ts'
import type { Texts } from '../texts/texts.ts'
import { fitLines } from '../view.ts'
import { LET_IN_ICON, reasonIcon, REFUSED_ICON } from './policy-icons.ts'

const COUNTS = [
  ['allowed', LET_IN_ICON],
  ['refused', REFUSED_ICON],
  ['unknown', ICONS.incomplete],
] as const

/** What terms would have done, within so many characters. */
export function formatPreview(preview: TermsPreview, terms: PolicyTerms, room: number, texts: Texts): string {
  const { policyPreview: words, common } = texts
  const { joins, areJoinsAtLeast, watchList } = preview
  const joined = areJoinsAtLeast ? (count: number) => words.joinedAtLeast(count, MAX_JOINS) : words.joined
  const hasUnknown = joins.after.unknown + watchList.after.unknown > 0
  const lines = [
    `### 🔎 ${words.title}`,
    ...groupLines(joins, terms, { title: joined, empty: words.noJoins }, texts),
    ...groupLines(watchList, terms, { title: words.watched, empty: words.noWatched }, texts),
    ...(hasUnknown ? [`-# ${words.unknownHint}`] : []),
  ]
  return fitLines(lines, room, common.leftOut)
}

interface GroupTexts {
  title: (count: number) => string
  empty: string
}

function groupLines(
  group: PreviewedGroup,
  { rules }: PolicyTerms,
  { title, empty }: GroupTexts,
  texts: Texts,
): string[] {
  const { before, after, newlyRefused } = group
  const total = after.allowed + after.refused + after.unknown
  if (total === 0) return [`**${empty}**`]
  const examples = newlyRefused.map(({ steamId, reasons }) => {
    const why = reasons.map((reason) => reasonText(reason, rules, texts.policyLanguage)).join('; ')
    return `${iconOf(reasons)} ${inlineCode(steamId)} ${why}`
  })
  return [
    `**${title(total)}**`,
    COUNTS.map(([name, icon]) => `${icon} ${formatCount(name, before, after, texts)}`).join(' · '),
    ...(examples.length > 0 ? [texts.policyPreview.newlyRefused, ...examples] : []),
  ]
}

const iconOf = ([first]: readonly Reason[]) => (first === undefined ? REFUSED_ICON : reasonIcon(first.code))

function formatCount(name: keyof PreviewCounts, before: PreviewCounts, after: PreviewCounts, { policyPreview }: Texts) {
  const count = policyPreview[name](after[name])
  return before[name] === after[name] ? count : `${count} (${policyPreview.before(before[name])})`
}

import type { PolicyTerms } from '../../model/policy.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { ICONS, LET_IN_ICON, REFUSED_ICON } from '../../lib/tone.ts'
import { findProfiles } from '../../accounts/find-profiles.ts'
import { previewTerms, type PreviewCounts, type PreviewedGroup, type TermsPreview } from '../preview-terms.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Invocation } from './command.ts'
import { MAX_JOINS } from '../retention.ts'
import type { Reason } from '../judge.ts'
import { formatReasons } from './policy-line.ts'
import type { Texts } from './texts.ts'
import { fitLines } from '../../discord/view.ts'
import { formatNameAndId } from '../../accounts/discord/views/account-parts.ts'
import { NOTICE_ICON, reasonIcon } from './policy-parts.ts'

const COUNTS = [
  ['allow', LET_IN_ICON],
  ['deny', REFUSED_ICON],
  ['unknown', ICONS.incomplete],
] as const

/** The counts that are shown: those of reported accounts only if there are any. */
const countsOf = ({ before, after }: PreviewedGroup) =>
  before.reported + after.reported === 0 ? COUNTS : ([...COUNTS, ['reported', NOTICE_ICON]] as const)

/** A preview of terms with the known names of its accounts. */
export interface NamedPreview extends TermsPreview {
  names: ReadonlyMap<SteamId, string>
}

/** Previews terms for the server of a command, with the names of the accounts that the preview shows. */
export async function namedPreview(invocation: Invocation, terms: PolicyTerms): Promise<NamedPreview> {
  const { context, callContext } = invocation
  const preview = await previewTerms(context, actorOf(invocation).guildId, terms)
  const shown = [...preview.joins.newlyRefused, ...preview.watchList.newlyRefused].map(({ steamId }) => steamId)
  const profiles = await findProfiles(context, shown, callContext)
  return { ...preview, names: new Map([...profiles].map(([steamId, { name }]) => [steamId, name])) }
}

/** Formats what the terms would have decided, within `room` characters. */
export function formatPreview(preview: NamedPreview, terms: PolicyTerms, room: number, texts: Texts): string {
  const { policyPreview: words, common } = texts
  const { joins, watchList } = preview
  const hasUnknown = joins.after.unknown + watchList.after.unknown > 0
  const lines = [
    `### 🔎 ${words.title}`,
    ...groupsOf(preview, texts).flatMap(([group, groupTexts]) => groupLines(group, terms, groupTexts, texts)),
    ...(hasUnknown ? [`-# ${words.unknownHint}`] : []),
  ]
  return fitLines(lines, room, common.leftOut)
}

/**
 * Lines with the number of accounts for each verdict: of the accounts that joined, or, if no account has joined, of the accounts on the
 * watch list.
 */
export function previewVerdict(preview: NamedPreview, terms: PolicyTerms, texts: Texts): string {
  const groups = groupsOf(preview, texts)
  const [group, words] = countAccounts(preview.joins) > 0 ? groups[0] : groups[1]
  return groupLines({ ...group, newlyRefused: [] }, terms, words, texts).join('\n')
}

type GroupAndTexts = [PreviewedGroup, GroupTexts]

function groupsOf(
  { joins, areJoinsAtLeast, watchList, names }: NamedPreview,
  { policyPreview: words }: Texts,
): [GroupAndTexts, GroupAndTexts] {
  const joined = areJoinsAtLeast
    ? ({ count }: { count: number }) => words.joinedAtLeast({ count, kept: MAX_JOINS })
    : words.joined
  return [
    [joins, { title: joined, empty: words.noJoins, names }],
    [watchList, { title: words.watched, empty: words.noWatched, names }],
  ]
}

const countAccounts = ({ after }: PreviewedGroup) => after.allow + after.deny + after.unknown

interface GroupTexts {
  title: (values: { count: number }) => string
  empty: string
  names: NamedPreview['names']
}

function groupLines(
  group: PreviewedGroup,
  terms: PolicyTerms,
  { title, empty, names }: GroupTexts,
  texts: Texts,
): string[] {
  const { before, after, newlyRefused } = group
  const total = countAccounts(group)
  if (total === 0) return [`**${empty}**`]
  const examples = newlyRefused.map(({ steamId, reasons }) => {
    return `${iconOf(reasons)} ${formatNameAndId({ steamId, name: names.get(steamId) ?? null }, texts)} · ${formatReasons(reasons, terms, texts)}`
  })
  return [
    `**${title({ count: total })}**`,
    countsOf(group)
      .map(([name, icon]) => `${icon} ${formatCount(name, before, after, texts)}`)
      .join(' · '),
    ...(examples.length > 0 ? [texts.policyPreview.newlyRefused, ...examples] : []),
  ]
}

const iconOf = ([first]: readonly Reason[]) => (first === undefined ? REFUSED_ICON : reasonIcon(first.code))

function formatCount(name: keyof PreviewCounts, before: PreviewCounts, after: PreviewCounts, texts: Texts) {
  const count = texts.outcomeCounts[name]({ count: after[name] })
  return before[name] === after[name] ? count : `${count} (${texts.policyPreview.before({ count: before[name] })})`
}

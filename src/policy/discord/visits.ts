import { LET_IN_ICON } from '../../lib/tone.ts'
import { midSentence } from '../../lib/sentence-case.ts'
import type { HistoryItem } from '../../accounts/discord/history-item.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { Join } from '../database/joins.ts'
import type { ShownRefusal } from '../refusals.ts'
import { formatLine, NOTICE_ICON, reasonIcon, VERDICT_ICONS } from './policy-parts.ts'
import type { Texts } from './texts.ts'

const SERVER_CHARACTERS = 60

/** What game servers have asked about an account, for its history: refusals and notices of each day with the reasons, and other joins. */
export function visitItems(
  { refusals, joins }: { refusals: readonly ShownRefusal[]; joins: readonly Join[] },
  texts: Texts,
): HistoryItem[] {
  const isTold = ({ at, verdict }: Join) =>
    verdict === 'deny' && refusals.some(({ firstAt, lastAt }) => firstAt <= at && at <= lastAt)
  return [
    ...refusals.map((refusal) => ({ at: refusal.lastAt, text: formatRefusal(refusal, texts) })),
    ...joins.filter((join) => !isTold(join)).map((join) => ({ at: join.at, text: formatJoin(join, texts) })),
  ]
}

function formatRefusal({ mode, count, reasons, servers }: ShownRefusal, texts: Texts): string {
  const { refusals } = texts
  const icon = mode === 'notify' ? NOTICE_ICON : (reasons[0] && reasonIcon(reasons[0].code)) || VERDICT_ICONS.deny
  const facts = [
    refusals.times[mode]({ count }),
    texts.semicolons(reasons.map(({ text }) => formatLine(midSentence(text, texts.language)))),
    ...(servers.length > 0 ? [texts.commas(servers.map((server) => escapeMarkdown(server, SERVER_CHARACTERS)))] : []),
  ]
  return `${icon} ${facts.join(' · ')}`
}

function formatJoin({ verdict, mode, tokenName }: Join, { outcomes }: Texts): string {
  const outcome = mode === 'observe' && verdict === 'unknown' ? 'allow' : verdict
  const icon = outcome === 'deny' && mode === 'observe' ? LET_IN_ICON : VERDICT_ICONS[outcome]
  const words = outcome === 'deny' && mode === 'observe' ? outcomes.wouldRefuse : outcomes[outcome]
  return `${icon} ${words} · ${escapeMarkdown(tokenName, SERVER_CHARACTERS)}`
}

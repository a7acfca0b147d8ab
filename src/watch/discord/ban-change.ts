import type { BanChange } from '../../model/ban-record.ts'
import type { Tone } from '../../lib/tone.ts'
import type { Texts } from './texts.ts'

/** Makes text from Steam safe for its target. */
type Escape = (word: string) => string

/** Maximum number of changes that a headline names; more are counted. */
const MAX_NAMED = 2

/** The tone of changes; `neutral` when all changes are lifts, because a lift does not make an account clean. */
export function toneOfChanges(changes: readonly BanChange[]): Tone {
  const added = changes.filter(({ isLifted }) => !isLifted)
  if (added.length === 0) return 'neutral'
  return added.every(({ kind }) => kind === 'trade') ? 'restricted' : 'banned'
}

/** Names the changes of one record, most severe first: `new VAC ban and 2 more changes`. */
export function nameChanges(changes: readonly BanChange[], texts: Texts, escape: Escape): string {
  const tone = toneOfChanges(changes)
  const gravest = changes.filter((change) => toneOfChanges([change]) === tone)
  const named = gravest.slice(0, changes.length > MAX_NAMED ? 1 : MAX_NAMED)
  const name = tone === 'neutral' ? nameLift : nameAddition
  const names = texts.list(named.map((change) => name(change, texts, escape)))
  const sentence = tone === 'neutral' ? texts.changes.lifted({ what: names }) : names
  const more = changes.length - named.length
  return more > 0 ? texts.changes.andMore({ what: sentence, count: more }) : sentence
}

/** One change as a phrase with the values before and after: `new VAC ban (0 → 1)`. */
export function describeChange(change: BanChange, texts: Texts, escape: Escape): string {
  const { kind, from, to } = change
  const { changes } = texts
  const name = nameChanges([change], texts, escape)
  switch (kind) {
    case 'community':
      return name
    case 'lastBan':
      return `${changes.newerBanInFull} (${changes.daysAgo({ count: Number(from) })} → ${changes.daysAgo({ count: Number(to) })})`
    case 'vac':
    case 'game':
    case 'trade':
      return `${name} (${formatValues(change, texts, escape)})`
  }
}

/** Formats the changed fact with its values before and after: `VAC bans 0 → 1`. */
export function formatValueChange(change: BanChange, texts: Texts, escape: Escape): string {
  const { kind, from, to } = change
  const { changes, lookup } = texts
  const { vacBans: vac, gameBans: game, tradeRestriction: trade } = lookup
  return kind === 'lastBan'
    ? changes.newerBanDetail({ from: Number(from), to: Number(to) })
    : `${{ vac, game, trade, community: changes.community }[kind]} ${formatValues(change, texts, escape)}`
}

function formatValues({ from, to }: BanChange, texts: Texts, escape: Escape): string {
  return [from, to].map((value) => formatValue(value, texts, escape)).join(' → ')
}

/** Formats a value of a ban change: a number of bans, a flag, or a trade standing. */
function formatValue(value: BanChange['from'], { bans, changes, lookup, number }: Texts, escape: Escape): string {
  if (typeof value === 'number') return number(value)
  if (typeof value === 'boolean') return value ? lookup.yes : lookup.no
  return value === 'none' ? changes.noRestriction : bans.trade({ status: escape(value) })
}

const differenceOf = ({ from, to }: BanChange) => Math.abs(Number(to) - Number(from))

function nameAddition(change: BanChange, { changes }: Texts, escape: Escape): string {
  const { kind, to } = change
  switch (kind) {
    case 'vac':
    case 'game':
      return differenceOf(change) === 1 ? changes.newOne[kind] : changes.newMany[kind]({ count: differenceOf(change) })
    case 'community':
      return changes.newOne.community
    case 'trade':
      return changes.newTrade({ status: escape(String(to)) })
    case 'lastBan':
      return changes.newerBan
  }
}

function nameLift(change: BanChange, { bans, changes }: Texts): string {
  const { kind, from } = change
  switch (kind) {
    case 'vac':
    case 'game':
      return differenceOf(change) === 1 ? changes.liftedOne[kind] : bans[kind]({ count: differenceOf(change) })
    case 'community':
      return changes.liftedOne.community
    case 'trade':
      return from === 'banned' ? changes.liftedOne.tradeBan : changes.liftedOne.trade
    case 'lastBan':
      return changes.newerBan
  }
}

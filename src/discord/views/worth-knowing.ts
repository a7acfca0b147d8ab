import type { WorthKnowing } from '../../service/worth-knowing.ts'
import type { Texts } from '../texts/texts.ts'
import { displayName, relativeTime } from './parts.ts'

const MAX_NAMES = 5

/** What anybody may see of the facts, under a title; nothing without one. */
export function formatWorthKnowing(facts: readonly WorthKnowing[], texts: Texts): string[] {
  const lines = facts.flatMap((fact) => formatPublic(fact, texts))
  return lines.length === 0 ? [] : [`**${texts.worthKnowing.title}**\n${lines.map((line) => `• ${line}`).join('\n')}`]
}

/** What only the server may see of them, besides its own entry of the watch list, which has a line of its own. */
export const formatPrivateFacts = (facts: readonly WorthKnowing[], texts: Texts): string[] =>
  facts.flatMap((fact) => {
    if (fact.kind !== 'earlierNames') return []
    const names = fact.names.slice(0, MAX_NAMES).map((name) => displayName(name, texts))
    return [`🏷️ ${texts.worthKnowing.earlierNames(names.join(', '))}`]
  })

function formatPublic(fact: WorthKnowing, { worthKnowing, bans, lookup, hours }: Texts): string[] {
  switch (fact.kind) {
    case 'watched':
    case 'earlierNames':
      return []
    case 'young':
      return [worthKnowing.young(lookup.age.days(fact.days))]
    case 'fewHours':
      return [worthKnowing.fewHours(hours(fact.hours))]
    case 'recentBan':
      return [worthKnowing.recentBan(bans.last(fact.days))]
    case 'severalBans':
      return [worthKnowing.severalBans(fact.count)]
    case 'bannedFriends': {
      const { banned, checked, at } = fact.scan
      return [worthKnowing.bannedFriends(banned, checked, relativeTime(at))]
    }
    default:
      return [worthKnowing[fact.kind]]
  }
}

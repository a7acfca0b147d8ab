import type { WorthKnowing } from '../../model/worth-knowing.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** Formats a fact in one sentence; null for a fact that only moderators of the server may see. `formatTime` takes Unix seconds. */
export function formatWorthKnowing(
  fact: WorthKnowing,
  { worthKnowing, bans, lookup, hours }: AccountTexts,
  formatTime: (seconds: number) => string,
): string | null {
  switch (fact.kind) {
    case 'watched':
    case 'earlierNames':
      return null
    case 'young':
      return worthKnowing.young(lookup.age.days(fact.days))
    case 'fewHours':
      return worthKnowing.fewHours(hours(fact.hours))
    case 'recentBan':
      return worthKnowing.recentBan(bans.last(fact.days))
    case 'severalBans':
      return worthKnowing.severalBans(fact.count)
    case 'bannedFriends': {
      const { banned, checked, at } = fact.scan
      return worthKnowing.bannedFriends(banned, checked, formatTime(at))
    }
    default:
      return worthKnowing[fact.kind]
  }
}

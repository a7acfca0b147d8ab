import type { WorthKnowing } from '../../model/worth-knowing.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** Formats a fact in one sentence. `formatTime` takes Unix seconds. */
export function formatWorthKnowing(
  fact: WorthKnowing,
  { worthKnowing, daysAgo, lookup, hours }: AccountTexts,
  formatTime: (seconds: number) => string,
): string {
  switch (fact.kind) {
    case 'young':
      return worthKnowing.young({ age: lookup.age.days({ count: fact.days }) })
    case 'fewHours':
      return worthKnowing.fewHours({ hours: hours({ value: fact.hours }) })
    case 'recentBan':
      return worthKnowing.recentBan({ ban: daysAgo({ count: fact.days }) })
    case 'severalBans':
      return worthKnowing.severalBans({ count: fact.count })
    case 'bannedFriends': {
      const { banned, checked, at } = fact.scan
      return worthKnowing.bannedFriends({ banned, checked, when: formatTime(at) })
    }
    default:
      return worthKnowing[fact.kind]
  }
}

import type { LookupAnswer } from '../src/model/lookup-answer.ts'
import type { WorthKnowing } from '../src/model/worth-knowing.ts'

type WireFact = LookupAnswer['worthKnowing'][number]

/** Converts the notable facts of an answer to the form that the texts need; facts with a code that this page does not know are skipped. */
export const toWorthKnowing = (facts: readonly WireFact[]): WorthKnowing[] =>
  facts.flatMap((fact) => toFact(fact) ?? [])

function toFact(fact: WireFact): WorthKnowing | null {
  switch (fact.code) {
    case 'bannedFriends': {
      const { banned, checked, at } = fact
      return { kind: 'bannedFriends', scan: { banned, checked, at } }
    }
    case 'recentBan':
    case 'young':
      return { kind: fact.code, days: fact.days }
    case 'severalBans':
      return { kind: 'severalBans', count: fact.count }
    case 'fewHours':
      return { kind: 'fewHours', hours: fact.hours }
    case 'neverSetUp':
    case 'rustNotOwned':
    case 'hoursHidden':
      return { kind: fact.code }
    default:
      return null
  }
}

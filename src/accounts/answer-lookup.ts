import type { CallContext } from '../lib/call-context.ts'
import { whenReady, type MaybePromise } from '../lib/maybe-promise.ts'
import { memoizeParts } from '../lib/optimizations/memoize-parts.ts'
import type { LookupAnswer } from '../model/lookup-answer.ts'
import type { WorthKnowing } from '../model/worth-knowing.ts'
import type { Context } from './context.ts'
import { lookupWithFacts, type FoundAccount } from './lookup.ts'
import { accountAgeDays } from './fact-ages.ts'
import type { Facts } from '../model/facts.ts'
import { selectWorthKnowing } from './worth-knowing.ts'

/**
 * As `lookup`, with what is worth knowing of the account; at once where all is remembered. This makes no further call, and uses
 * nothing private to a Discord server.
 */
export const answerLookup = (context: Context, input: string, callContext: CallContext): MaybePromise<LookupAnswer> =>
  whenReady(lookupWithFacts(context, input, callContext), (found) => toAnswer(context, found))

function toAnswer(context: Context, found: FoundAccount): LookupAnswer {
  const { account, facts } = found
  const scan = context.rememberedScans.find(account.steamId)
  const now = context.clock.unixSeconds()
  // Everything besides `found` that the facts depend on.
  const parts = [scan?.banned, scan?.checked, scan?.at, ageOf(facts, now)]
  return memoized(found, parts, () => {
    const selected = selectWorthKnowing({ facts, scan, isWatched: false, earlierNames: [] }, now)
    return { ...account, worthKnowing: selected.flatMap(toWorthKnowing) }
  })
}

const memoized = memoizeParts<LookupAnswer>()

function ageOf({ profile }: Facts, now: number): number | null {
  if (profile.kind !== 'known' || profile.value.createdAt === null) return null
  return accountAgeDays(profile.value.createdAt, now)
}

function toWorthKnowing(fact: WorthKnowing): LookupAnswer['worthKnowing'] {
  switch (fact.kind) {
    case 'watched':
    case 'earlierNames':
      return []
    case 'bannedFriends': {
      const { banned, checked, at } = fact.scan
      return [{ code: fact.kind, banned, checked, at }]
    }
    case 'recentBan':
    case 'young':
      return [{ code: fact.kind, days: fact.days }]
    case 'severalBans':
      return [{ code: fact.kind, count: fact.count }]
    case 'fewHours':
      return [{ code: fact.kind, hours: fact.hours }]
    default:
      return [{ code: fact.kind }]
  }
}

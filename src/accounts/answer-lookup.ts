import type { CallContext } from '../lib/call-context.ts'
import { whenReady, type MaybePromise } from '../lib/maybe-promise.ts'
import { memoizeParts } from '../lib/optimizations/memoize.ts'
import type { Account } from '../model/account.ts'
import type { PastBans } from '../model/ban-record.ts'
import type { LookupAnswer } from '../model/lookup-answer.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { WorthKnowing } from '../model/worth-knowing.ts'
import type { Context } from './context.ts'
import { lookupWithFacts, type FoundAccount } from './lookup.ts'
import { accountAgeDays } from './to-facts.ts'
import type { Facts } from '../model/facts.ts'
import type { ShownRecord } from './shown-record.ts'
import { selectWorthKnowing } from './select-worth-knowing.ts'

/**
 * What features with stored data, such as the watch list, know about accounts in one server. The API returns none of it. Notes are shown to
 * the user alone; earlier bans are also shown in a posted message.
 */
export interface ServerKnowledge<Notes> {
  onAccount(account: Account, facts: Facts): Promise<Notes>
  /**
   * Finds the bans that were seen before and are missing in the records of `shown`, by account. Only watched accounts have a history, so
   * answers about other accounts do not wait for the database.
   */
  findEarlierBans(shown: readonly ShownRecord[]): Promise<ReadonlyMap<SteamId, PastBans>>
}

/** Everything that a lookup shows in a server. */
export interface ServerLookup<Notes> {
  account: Account
  worthKnowing: WorthKnowing[]
  notes: Notes
  earlierBans: PastBans | undefined
}

/** Looks an account up for a server: the account, its notable facts, and what the server knows of it. */
export async function lookupForServer<Notes>(
  context: Context,
  server: ServerKnowledge<Notes>,
  input: string,
  callContext: CallContext,
): Promise<ServerLookup<Notes>> {
  const { account, facts } = await lookupWithFacts(context, input, callContext)
  const { steamId, bans, partsFetchedAt } = account
  const [notes, earlierBans] = await Promise.all([
    server.onAccount(account, facts),
    server.findEarlierBans([{ steamId, bans, fetchedAt: partsFetchedAt.bans }]),
  ])
  const scan = context.rememberedScans.find(steamId)
  const worthKnowing = selectWorthKnowing({ facts, scan }, context.clock.unixSeconds())
  return { account, worthKnowing, notes, earlierBans: earlierBans.get(steamId) }
}

/**
 * Looks an account up for the API and the page: the account and its notable facts, without anything that is private to a Discord server.
 * The facts need no further call to Steam. Returns without a promise if everything is in memory.
 */
export const answerLookup = (context: Context, input: string, callContext: CallContext): MaybePromise<LookupAnswer> =>
  whenReady(lookupWithFacts(context, input, callContext), (found) => toAnswer(context, found))

function toAnswer(context: Context, found: FoundAccount): LookupAnswer {
  const { account, facts } = found
  const scan = context.rememberedScans.find(account.steamId)
  const now = context.clock.unixSeconds()
  // The values, besides `found`, that the facts depend on.
  const parts = [scan?.banned, scan?.checked, scan?.at, ageOf(facts, now)]
  return memoized(found, parts, () => {
    const selected = selectWorthKnowing({ facts, scan }, now)
    return { ...account, worthKnowing: selected.map(toWorthKnowing) }
  })
}

const memoized = memoizeParts<LookupAnswer>()

function ageOf({ profile }: Facts, now: number): number | null {
  if (profile.kind !== 'known' || profile.value.createdAt === null) return null
  return accountAgeDays(profile.value.createdAt, now)
}

function toWorthKnowing(fact: WorthKnowing): LookupAnswer['worthKnowing'][number] {
  switch (fact.kind) {
    case 'bannedFriends': {
      const { banned, checked, at } = fact.scan
      return { code: fact.kind, banned, checked, at }
    }
    case 'recentBan':
    case 'young':
      return { code: fact.kind, days: fact.days }
    case 'severalBans':
      return { code: fact.kind, count: fact.count }
    case 'fewHours':
      return { code: fact.kind, hours: fact.hours }
    default:
      return { code: fact.kind }
  }
}

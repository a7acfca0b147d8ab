import type { CallContext } from '../lib/call-context.ts'
import { type MaybePromise, whenReady } from '../lib/maybe-promise.ts'
import { memoizeParts } from '../lib/optimizations/memoize.ts'
import type { Account } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { AccountInput, SteamId } from '../model/steam-id.ts'
import type { FriendList } from '../steam/methods/get-friend-list.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { Context } from './context.ts'
import { isOutage, optionalPart, valueOrUndefined, waitForParts } from './optional-part.ts'
import { type AccountRecord, findRecord, newestBansOf, toProfile } from './find-record.ts'
import type { Facts } from '../model/facts.ts'
import { toFact, toHoursFacts, toProfileFacts } from './to-facts.ts'
import { readAccount, resolveAccount, type ResolvedAccount, resolveStale } from './resolve-account.ts'

/** Time limit for hours and friend list once profile and bans are known. */
const OPTIONAL_PARTS_TIMEOUT_MS = 3_000

/**
 * Looks up one account, given as an id, link, friend code or custom URL. Unknown parts are listed in `unavailable`. During
 * an outage the last answer is returned, marked as stale (stale-if-error).
 */
export async function lookup(context: Context, input: string, callContext: CallContext): Promise<Account> {
  return (await lookupWithFacts(context, input, callContext)).account
}

type FoundId = Pick<ResolvedAccount, 'steamId' | 'resolvedFrom'>

/** A looked-up account and its facts. Policies need the facts, because `account`, the JSON of the API, does not contain all of them. */
export interface FoundAccount {
  account: Account
  facts: Facts
}

/** Looks up one account like `lookup`, and also returns its facts. Returns without a promise if everything is in memory. */
export function lookupWithFacts(context: Context, input: string, callContext: CallContext): MaybePromise<FoundAccount> {
  let account: AccountInput | undefined
  const orStale = async (error: unknown): Promise<FoundAccount> => {
    const stale = account && isOutage(error) ? await lookupStale(context, account) : undefined
    if (!stale) throw error
    context.onStale()
    return stale
  }
  try {
    account = readAccount(input)
    const found = lookupNow(context, account, callContext)
    return found instanceof Promise ? found.catch(orStale) : found
  } catch (error) {
    return orStale(error)
  }
}

function lookupNow(context: Context, account: AccountInput, callContext: CallContext): MaybePromise<FoundAccount> {
  if (account.kind === 'steamId')
    return lookupResolved(context, { steamId: account.steamId, resolvedFrom: null }, callContext)
  return resolveAccount(context, account, callContext).then((found) => lookupResolved(context, found, callContext))
}

function lookupResolved(context: Context, found: FoundId, callContext: CallContext): MaybePromise<FoundAccount> {
  const { steamId } = found
  const { steam, rememberedAnswers, clock } = context
  const rustHoursPart = optionalPart(
    rememberedAnswers.getRustHours(steamId, callContext) ?? steam.getRustHours(steamId, callContext),
  )
  const friendsPart = optionalPart(
    rememberedAnswers.getFriends(steamId, callContext) ?? steam.getFriends(steamId, callContext),
  )
  return whenReady(findRecord(context, steamId, callContext), (record) => {
    const isComplete = rustHoursPart.result && friendsPart.result
    const settled = isComplete
      ? undefined
      : waitForParts(clock, OPTIONAL_PARTS_TIMEOUT_MS, [rustHoursPart, friendsPart])
    return whenReady(settled, () =>
      toFound(context, found, record, valueOrUndefined(rustHoursPart), valueOrUndefined(friendsPart)),
    )
  })
}

function toFound(
  context: Context,
  found: FoundId,
  { summary, bans: foundBans }: AccountRecord,
  rustHours: Cached<RustHours | null> | undefined,
  friends: Cached<FriendList | null> | undefined,
): FoundAccount {
  const { steamId } = found
  const bans = newestBansOf(context, steamId, foundBans)
  // The friend list itself is left out: it is large, and `memoized` would keep it after the memory cache has dropped it.
  const parts = [steamId, found.resolvedFrom, summary, bans, rustHours, friends?.fetchedAt, !friends?.value]
  return memoized(summary.value, parts, () => ({
    account: toAccount(found, { summary, bans }, rustHours, friends),
    facts: toFacts(steamId, { summary, bans }, rustHours, false),
  }))
}

/** Looks up an account in the cache, including expired entries; undefined unless profile and bans are both there. */
async function lookupStale(context: Context, input: AccountInput): Promise<FoundAccount | undefined> {
  const { staleAnswers } = context
  const found = await resolveStale(context, input)
  if (!found) return undefined
  const { steamId } = found
  const [summary, bans, rustHours, friends] = await Promise.all([
    staleAnswers.getSummary(steamId),
    staleAnswers.getBans(steamId),
    staleAnswers.getRustHours(steamId),
    staleAnswers.getFriends(steamId),
  ])
  if (!summary?.value || !bans?.value) return undefined
  const record = { summary: { ...summary, value: summary.value }, bans: { ...bans, value: bans.value } }
  const account = toAccount(found, record, rustHours, friends)
  return { account: { ...account, stale: true }, facts: toFacts(steamId, record, rustHours, true) }
}

const memoized = memoizeParts<FoundAccount>()

function toFacts(
  steamId: SteamId,
  { summary, bans }: AccountRecord,
  rustHours: Cached<RustHours | null> | undefined,
  isStale: boolean,
): Facts {
  return {
    steamId,
    bans: toFact(bans, bans.value, isStale),
    profile: toFact(summary, toProfileFacts(summary.value), isStale),
    rustHours: rustHours ? toFact(rustHours, toHoursFacts(rustHours.value), isStale) : { kind: 'unavailable' },
  }
}

function toAccount(
  { steamId, resolvedFrom }: FoundId,
  { summary, bans }: AccountRecord,
  rustHours: Cached<RustHours | null> | undefined,
  friends: Cached<FriendList | null> | undefined,
): Account {
  const partsFetchedAt = {
    profile: summary.fetchedAt,
    bans: bans.fetchedAt,
    rustHours: rustHours?.fetchedAt ?? null,
    friendsPrivate: friends?.fetchedAt ?? null,
  }
  return {
    steamId,
    resolvedFrom,
    profile: toProfile(summary.value),
    bans: bans.value,
    rustHours: rustHours?.value?.total ?? null,
    rustHoursTwoWeeks: rustHours?.value?.twoWeeks ?? null,
    friendsPrivate: friends?.value === null,
    unavailable: [...(rustHours ? [] : ['rustHours' as const]), ...(friends ? [] : ['friendsPrivate' as const])],
    fetchedAt: Math.min(...Object.values(partsFetchedAt).filter((at) => at !== null)),
    partsFetchedAt,
  }
}

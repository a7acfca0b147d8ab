import type { CallContext } from '../lib/call-context.ts'
import { readAccountInput } from '../model/account-input.ts'
import type { Account } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import { ERROR_TRAITS, RapsheetError } from '../model/error.ts'
import type { FriendList } from '../steam/methods/get-friend-list.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { Context } from './context.ts'
import { toProfile } from './profile.ts'
import { findRecord } from './find-record.ts'
import type { AccountRecord } from './find-record.ts'
import { resolveAccount, toResolved } from './resolve-account.ts'
import type { ResolvedAccount } from './resolve-account.ts'
import { partOf, valueIfHad, waitForParts } from './settled.ts'

/** Once name and bans are there, a moderator waits no longer than this for hours and friend-list visibility; our own delay is not theirs. */
const PATIENCE_MS = 3_000

/**
 * Looks one account up, in whatever form it is named. Parts that cannot be had are listed, never guessed; when Steam
 * cannot be asked, what it said in the last minutes is given again, marked as stale.
 */
export async function lookup(context: Context, input: string, callContext: CallContext): Promise<Account> {
  try {
    return await lookupNow(context, input, callContext)
  } catch (error) {
    const last = isOutage(error) ? await recall(context, input) : undefined
    if (!last) throw error
    context.onStale()
    return last
  }
}

/** Whether a stale answer is better than this error. An unusable record came from Steam itself: a stale one must not replace it. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof RapsheetError) || error.code === 'stopping') return false
  return ERROR_TRAITS[error.code].isTransient && error.isUnusableRecord !== true
}

async function lookupNow(context: Context, input: string, callContext: CallContext): Promise<Account> {
  const found = await resolveAccount(context, input, callContext)
  const { steamId } = found
  const hoursPart = partOf(context.steam.getRustHours(steamId, callContext))
  const friendsPart = partOf(context.steam.getFriends(steamId, callContext))
  const record = await findRecord(context, steamId, callContext)

  // Each on its own: hours that hang do not make a friend list that came unknown.
  if (!hoursPart.settled || !friendsPart.settled)
    await waitForParts(context.loop, PATIENCE_MS, [hoursPart, friendsPart])
  const hours = valueIfHad(hoursPart)
  const friends = valueIfHad(friendsPart)
  return assemble(found, record, hours, friends)
}

/** What is known of an account from before; undefined unless both its profile and its bans are. */
async function recall(context: Context, input: string): Promise<Account | undefined> {
  const { staleAnswers } = context
  const found = await recallAccount(context, input)
  if (!found) return undefined
  const { steamId } = found
  const [summary, bans, hours, friends] = await Promise.all([
    staleAnswers.getSummary(steamId),
    staleAnswers.getBans(steamId),
    staleAnswers.getRustHours(steamId),
    staleAnswers.getFriends(steamId),
  ])
  if (!summary?.value || !bans?.value) return undefined
  const record = { summary: { ...summary, value: summary.value }, bans: { ...bans, value: bans.value } }
  return { ...toAccount(found, record, hours, friends), stale: true }
}

async function recallAccount({ staleAnswers }: Context, input: string): Promise<ResolvedAccount | null | undefined> {
  const account = readAccountInput(input)
  if (account?.kind !== 'vanity') return account && { steamId: account.steamId, resolvedFrom: null }
  const owner = await staleAnswers.resolveVanityName(account.name)
  return owner && toResolved(account, owner.value)
}

type Hours = Cached<RustHours | null> | undefined
type Friends = Cached<FriendList | null> | undefined

/**
 * The account last made of a summary, with the parts it was made of. As long as all of them are remembered a lookup gives
 * the very same account again, so that it is assembled, and written as JSON, once.
 */
const assembled = new WeakMap<Summary, { record: AccountRecord; hours: Hours; friends: Friends; account: Account }>()

function assemble(found: ResolvedAccount, record: AccountRecord, hours: Hours, friends: Friends): Account {
  const key = record.summary.value
  const last = assembled.get(key)
  if (
    last?.account.steamId === found.steamId &&
    last.account.resolvedFrom === found.resolvedFrom &&
    last.record.summary === record.summary &&
    last.record.bans === record.bans &&
    last.hours === hours &&
    last.friends === friends
  )
    return last.account
  const account = toAccount(found, record, hours, friends)
  assembled.set(key, { record, hours, friends, account })
  return account
}

function toAccount(
  { steamId, resolvedFrom }: ResolvedAccount,
  { summary, bans }: AccountRecord,
  hours: Hours,
  friends: Friends,
): Account {
  const partsFetchedAt = {
    profile: summary.fetchedAt,
    bans: bans.fetchedAt,
    rustHours: hours?.fetchedAt ?? null,
    friendsPrivate: friends?.fetchedAt ?? null,
  }
  return {
    steamId,
    resolvedFrom,
    profile: toProfile(summary.value),
    bans: bans.value,
    rustHours: hours?.value?.total ?? null,
    rustHoursTwoWeeks: hours?.value?.twoWeeks ?? null,
    friendsPrivate: friends?.value === null,
    unavailable: [...(hours ? [] : ['rustHours' as const]), ...(friends ? [] : ['friendsPrivate' as const])],
    fetchedAt: Math.min(...Object.values(partsFetchedAt).filter((at) => at !== null)),
    partsFetchedAt,
  }
}

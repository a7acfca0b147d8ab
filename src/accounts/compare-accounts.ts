import type { CallContext } from '../lib/call-context.ts'
import type { Account } from '../model/account.ts'
import { RapsheetError, withDetails } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { FriendList, Friendship } from '../steam/methods/get-friend-list.ts'
import type { Context } from './context.ts'
import { findProfiles } from './find-profiles.ts'
import { newestBansOf } from './find-record.ts'
import { lookup } from './lookup.ts'
import { failuresOf, optionalPart, valueWithin, waitForParts } from './optional-part.ts'

/** Time limit for reading the friend lists. Normally they are in the cache, because the lookups have fetched them. */
const FRIENDS_TIMEOUT_MS = 3_000
/** How long to wait, when one lookup has failed, for a failure of the other lookup. In an outage, both fail at nearly the same time. */
const OTHER_FAILURE_MS = 1_000

/** Two accounts side by side, and what connects them. */
export interface Comparison {
  sides: Pair<ComparedAccount>
  /** `since` is Unix seconds, 0 when Steam has no date. */
  friendship: { kind: 'friends'; since: number } | { kind: 'not friends' } | { kind: 'unknown' }
  /** Common friends, newest friendship first; null when a friend list is unknown. */
  shared: SharedFriend[] | null
  /** Whether common friends may be missing in `shared`, because a list has entries without a usable id. */
  isSharedIncomplete: boolean
}

export interface ComparedAccount {
  account: Account
  friends: KnownFriends
}

/** The number of friends of an account, and the number of friends without a usable id (`unreadable`); or why the friends are unknown. */
type KnownFriends = { kind: 'known'; total: number; unreadable: number } | { kind: 'private' } | { kind: 'unavailable' }

/** A friend of both accounts. */
export interface SharedFriend {
  steamId: SteamId
  /** The display name; null when Steam has none, or did not answer. */
  name: string | null
  /** Start of the friendship with each account, Unix seconds; 0 when Steam has no date. */
  since: Pair<number>
}

type Pair<T> = [T, T]

/**
 * Compares two accounts, each given as an id, link, friend code or custom URL; null when both are the same account. When a friend list is
 * unknown, the common friends are null, and the rest is still compared. When a lookup fails, the RapsheetError has the input for that
 * account as `subject`. When both lookups fail, it has the error of the other account as `other`.
 */
export async function compareAccounts(
  context: Context,
  [a, b]: Pair<string>,
  callContext: CallContext,
): Promise<Comparison | null> {
  const [first, second] = await lookupBoth(context, [a, b], callContext)
  if (first.steamId === second.steamId) return null
  const [firstFriends, secondFriends] = await Promise.all([
    findFriends(context, first, callContext),
    findFriends(context, second, callContext),
  ])
  const common = firstFriends && secondFriends ? intersect(firstFriends, secondFriends) : null
  const shared = common && (await addNames(context, common, callContext))
  return {
    sides: [
      { account: withNewestBans(context, first), friends: toKnownFriends(first, firstFriends) },
      { account: withNewestBans(context, second), friends: toKnownFriends(second, secondFriends) },
    ],
    friendship: toFriendship(first.steamId, second.steamId, [firstFriends, secondFriends]),
    shared,
    isSharedIncomplete: isIncomplete(shared, [firstFriends, secondFriends]),
  }
}

/** Looks up both accounts. Throws the failure that came first, after a short wait for a failure of the other lookup. */
async function lookupBoth(context: Context, [a, b]: Pair<string>, callContext: CallContext): Promise<Pair<Account>> {
  const lookups: Pair<Promise<Account>> = [
    lookupSubject(context, a, callContext),
    lookupSubject(context, b, callContext),
  ]
  const parts = lookups.map((each) => optionalPart(each))
  try {
    return await Promise.all(lookups)
  } catch (error) {
    if (!(error instanceof RapsheetError)) throw error
    await waitForParts(context.clock, OTHER_FAILURE_MS, parts)
    const other = failuresOf(parts.flatMap(({ result }) => result ?? [])).find((failure) => failure !== error)
    throw other ? withDetails(error, { other }) : error
  }
}

async function lookupSubject(context: Context, input: string, callContext: CallContext): Promise<Account> {
  try {
    return await lookup(context, input, callContext)
  } catch (error) {
    if (!(error instanceof RapsheetError)) throw error
    throw withDetails(error, { subject: input })
  }
}

/**
 * The account with its newest known bans, which can have changed while the friend lists were read. Throws `platform_unavailable` when the
 * newest record is incomplete.
 */
function withNewestBans(context: Context, account: Account): Account {
  const { bans: fetchedAt } = account.partsFetchedAt
  const newest = newestBansOf(context, account.steamId, { value: account.bans, fetchedAt, expiresAt: fetchedAt })
  if (newest.value === account.bans) return account
  return { ...account, bans: newest.value, partsFetchedAt: { ...account.partsFetchedAt, bans: newest.fetchedAt } }
}

/** The friend list, normally from the cache, because the lookup has fetched it; undefined when it is private or unavailable. */
async function findFriends(
  { steam, staleAnswers, clock }: Context,
  { steamId, friendsPrivate, unavailable, stale }: Account,
  callContext: CallContext,
): Promise<FriendList | undefined> {
  if (friendsPrivate || unavailable.includes('friendsPrivate')) return undefined
  const list = stale
    ? await staleAnswers.getFriends(steamId)
    : await valueWithin(clock, FRIENDS_TIMEOUT_MS, steam.getFriends(steamId, callContext))
  return list?.value ?? undefined
}

function toKnownFriends({ friendsPrivate, unavailable }: Account, list: FriendList | undefined): KnownFriends {
  if (list) return { kind: 'known', total: list.total, unreadable: unreadableOf(list) }
  return { kind: friendsPrivate && !unavailable.includes('friendsPrivate') ? 'private' : 'unavailable' }
}

const unreadableOf = ({ total, newest }: FriendList) => total - newest.length

/**
 * Whether a list has an entry without a usable id that may be a common friend. It cannot be one if all friends of the other account are in
 * `shared`.
 */
function isIncomplete(shared: unknown[] | null, lists: Pair<FriendList | undefined>): boolean {
  const known = lists.filter((list) => list !== undefined)
  return (
    shared !== null && known.some((list) => unreadableOf(list) > 0) && known.every((list) => list.total > shared.length)
  )
}

/** Whether `a` and `b` are friends, and since when. Friendships are mutual, so one list suffices. */
function toFriendship(
  a: SteamId,
  b: SteamId,
  [friendsOfA, friendsOfB]: Pair<FriendList | undefined>,
): Comparison['friendship'] {
  const entries = [
    friendsOfA?.newest.find(({ steamId }) => steamId === b),
    friendsOfB?.newest.find(({ steamId }) => steamId === a),
  ].filter((entry) => entry !== undefined)
  if (entries.length > 0) return { kind: 'friends', since: Math.max(...entries.map(({ since }) => since)) }
  // An entry without a usable id may be the other account, so a list with such an entry does not prove that the accounts are not friends.
  const isWhole = (list: FriendList | undefined) => list !== undefined && unreadableOf(list) === 0
  return { kind: isWhole(friendsOfA) || isWhole(friendsOfB) ? 'not friends' : 'unknown' }
}

function intersect(a: FriendList, b: FriendList): Omit<SharedFriend, 'name'>[] {
  const sinceOfB = new Map(b.newest.map(({ steamId, since }) => [steamId, since]))
  return a.newest
    .flatMap(({ steamId, since }: Friendship) => {
      const other = sinceOfB.get(steamId)
      const both: Pair<number> = [since, other ?? 0]
      return other === undefined ? [] : [{ steamId, since: both }]
    })
    .toSorted((one, other) => Math.max(...other.since) - Math.max(...one.since))
}

async function addNames(
  context: Context,
  friends: Omit<SharedFriend, 'name'>[],
  callContext: CallContext,
): Promise<SharedFriend[]> {
  const ids = friends.map(({ steamId }) => steamId)
  const profiles = await findProfiles(context, ids, callContext)
  return friends.map((friend) => ({ ...friend, name: profiles.get(friend.steamId)?.name ?? null }))
}

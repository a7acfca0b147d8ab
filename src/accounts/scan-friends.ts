import { countSettled } from '../lib/count-settled.ts'
import { createChildContext, withOptions, PRIORITY, type CallContext } from '../lib/call-context.ts'
import type { Bans, ScanEvent, ScanFound, ScanResult } from '../model/account.ts'
import type { CheckedFriend, UncheckedFriend } from '../model/checked-friend.ts'
import { RapsheetError } from '../model/error.ts'
import { MAX_FRIENDS, MAX_PARTS } from '../model/limits.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Friendship } from '../steam/methods/get-friend-list.ts'
import type { Context } from './context.ts'
import { findName } from './find-profiles.ts'
import { findRecord, newestBansOf } from './find-record.ts'
import { failuresOf, optionalPart, valueOrUndefined, valuesOf } from './optional-part.ts'
import { isBanned } from '../model/is-banned.ts'

/** An event of a scan with its details. */
interface ScanStep {
  event: ScanEvent
  /** The friends whose bans were read since the previous step, with or without a profile. */
  found: CheckedFriend[]
  /** How many checks have failed so far. */
  failed: number
  /** When the oldest ban record was fetched, or the friend list if there is no ban record yet; Unix seconds. */
  fetchedAt: number
}

/** What is scanned and shown. */
interface ScanOptions {
  /** The index of the first friend, newest friendship first. */
  offset?: number | undefined
  /** Whether banned friends are also yielded as they are found: in an event of their own, before the progress event that counts them. */
  showsFound?: boolean | undefined
}

/** The events of a scan: progress events, and the result last. Leaving the loop cancels the remaining calls. */
export async function* scanFriends(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
  { offset, showsFound = false }: ScanOptions = {},
): AsyncGenerator<ScanEvent | ScanFound, void, undefined> {
  for await (const { event, found } of scanFriendsInSteps(context, steamId, callContext, offset)) {
    const banned = showsFound ? found.filter(({ banDetails }) => isBanned(banDetails)) : []
    if (banned.length > 0) yield { found: divide(banned) }
    yield event
  }
}

/** Throws `account_not_found` if no account has this id, for which Steam answers as for a private friend list. */
async function throwIfNobody(context: Context, steamId: SteamId, callContext: CallContext): Promise<void> {
  try {
    await findRecord(context, steamId, callContext)
  } catch (error) {
    if (error instanceof RapsheetError && error.code === 'account_not_found' && !error.bansOnRecord) throw error
  }
}

/**
 * Scans up to 100 friends from `offset` on, newest friendship first, and yields the details of each step. Throws
 * `friends_private`, `account_not_found`, and `budget_spent` near the end of the day's budget. The calls may take up to half a minute.
 */
export async function* scanFriendsInSteps(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
  offset = 0,
): AsyncGenerator<ScanStep, void, undefined> {
  context.refuseWhenReserved('friend scans')
  const { value: list, fetchedAt: listedAt } = await context.steam.getFriends(steamId, callContext)
  if (!list) {
    await throwIfNobody(context, steamId, callContext)
    throw new RapsheetError('friends_private', `The friend list of ${steamId} is private and cannot be checked.`)
  }
  const friends = list.newest.slice(offset, offset + MAX_FRIENDS)
  // Includes friends without a usable id, who are missing in `list.newest`.
  const total = Math.max(friends.length, Math.min(list.total - offset, MAX_FRIENDS))
  let found: ScanStep['found'] = []
  let failed = 0
  let oldest: number | undefined
  /** When the bans of each friend were fetched, by the index of the friend in `friends`. */
  const fetchedAt: number[] = []
  const step = (event: ScanEvent): ScanStep => {
    const newlyFound = found
    found = []
    return { event, found: newlyFound, failed, fetchedAt: oldest ?? listedAt }
  }
  const progress = (current: number) => step({ progress: { current, total, totalFriends: list.total } })
  yield progress(0)

  const stop = new AbortController()
  try {
    const scan = withOptions(createChildContext(callContext, stop.signal), { priority: PRIORITY.scan })
    const checks = Array.from({ length: total }, async (_, index) => {
      try {
        const friend = await checkFriend(context, friends[index], scan, (at) => {
          oldest = Math.min(at, oldest ?? at)
          fetchedAt[index] = at
        })
        if (friend) found.push(friend)
        return friend
      } catch (error) {
        failed++
        throw error
      }
    })
    const settled = Promise.allSettled(checks)
    for await (const checked of countSettled(checks, callContext.signal)) yield progress(checked)
    const outcomes = (await settled).map((outcome, index) => withNewestBans(context, outcome, fetchedAt[index]))
    const unchecked = friends.filter((_, index) => outcomes[index]?.status === 'rejected')
    const result = summarize(outcomes)
    const known = outcomes.flatMap((outcome, index) => {
      if (outcome.status === 'rejected' || !outcome.value) return []
      const { steamId: friendId, banDetails } = outcome.value
      return [{ steamId: friendId, isBanned: isBanned(banDetails), fetchedAt: fetchedAt[index] ?? listedAt }]
    })
    context.rememberedScans.add(steamId, offset, known)
    yield step({
      ...result,
      from: offset,
      total,
      next: total > 0 && offset + MAX_FRIENDS < list.total ? offset + MAX_FRIENDS : null,
      totalFriends: list.total,
      unchecked: await Promise.all(unchecked.map((friend) => addName(context, friend, scan))),
      fetchedAt: oldest ?? listedAt,
    })
  } finally {
    stop.abort()
  }
}

/**
 * Scans up to `MAX_PARTS` parts of a friend list one after another, as far as `mayGoOn` allows each further one. The steps count the friends of
 * all parts; the last one is the result of the parts that were scanned, also when a further one fails.
 */
export async function* scanPartsInSteps(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
  offset: number,
  mayGoOn: (from: number) => Promise<boolean>,
): AsyncGenerator<ScanStep, void, undefined> {
  const end = offset + MAX_PARTS * MAX_FRIENDS
  let last: ScanStep | undefined
  let result: ScanResult | undefined
  for (let from: number | null = offset; from !== null;) {
    const before: ScanResult | undefined = result
    try {
      for await (const step of scanFriendsInSteps(context, steamId, callContext, from)) {
        last = before ? addStep(before, step) : step
        if ('progress' in last.event) yield withTotal(last, offset)
        else result = last.event
      }
    } catch (error) {
      if (!before || callContext.signal.aborted || !(error instanceof RapsheetError)) throw error
      return yield { event: before, found: [], failed: before.unavailable, fetchedAt: before.fetchedAt }
    }
    const next: number | null = result?.next ?? null
    from = next !== null && next < end && (await mayGoOn(next)) ? next : null
  }
  if (last) yield last
}

/** A step of a further part, with the friends of the parts before it. */
function addStep(before: ScanResult, { event, ...step }: ScanStep): ScanStep {
  const sums = {
    ...step,
    failed: before.unavailable + step.failed,
    fetchedAt: Math.min(before.fetchedAt, step.fetchedAt),
  }
  if (!('progress' in event)) return { ...sums, event: joinParts(before, event) }
  const { progress } = event
  return { ...sums, event: { progress: { ...progress, current: before.total + progress.current } } }
}

/** A step that counts towards the friends of all parts from `offset` on. */
function withTotal(step: ScanStep, offset: number): ScanStep {
  if (!('progress' in step.event)) return step
  const { progress } = step.event
  const total = Math.max(progress.total, Math.min(progress.totalFriends - offset, MAX_PARTS * MAX_FRIENDS))
  return { ...step, event: { progress: { ...progress, total } } }
}

/** The result of two parts of a list, of which `second` follows `first`. */
const joinParts = (first: ScanResult, second: ScanResult): ScanResult => ({
  ...second,
  from: first.from,
  total: first.total + second.total,
  friends: [...first.friends, ...second.friends],
  withoutProfile: [...first.withoutProfile, ...second.withoutProfile],
  unavailable: first.unavailable + second.unavailable,
  unchecked: [...first.unchecked, ...second.unchecked],
  fetchedAt: Math.min(first.fetchedAt, second.fetchedAt),
})

/**
 * Reads the bans of a friend, and calls `onBans` with the time at which they were fetched. Resolves to null when two answers of
 * Steam lack the account. Rejects when `friend` is undefined, which stands for a friend without a usable id. Also rejects when the check failed, unless a
 * ban or a trade restriction is known nevertheless.
 */
async function checkFriend(
  context: Context,
  friend: Friendship | undefined,
  callContext: CallContext,
  onBans: (fetchedAt: number) => void,
): Promise<CheckedFriend | null> {
  if (!friend) throw new RapsheetError('platform_unavailable', 'Steam lists a friend without an ID.')
  const { steamId, since } = friend
  const rustHoursPart = optionalPart(
    context.steam.getRustHours(steamId, withOptions(callContext, { priority: PRIORITY.background })),
  )
  try {
    const { summary, bans } = await findRecord(context, steamId, callContext, true)
    await rustHoursPart.settled
    const rustHours = valueOrUndefined(rustHoursPart)
    onBans(bans.fetchedAt)
    const { personaname, avatar, profileurl } = summary.value
    return {
      steamId,
      personaname,
      avatar,
      profileurl,
      friendSince: since,
      banned: isBanned(bans.value),
      rustHours: rustHours?.value?.total ?? null,
      banDetails: bans.value,
      unavailable: rustHours ? [] : ['rustHours'],
    }
  } catch (error) {
    if (!(error instanceof RapsheetError)) throw error
    const { code, bansOnRecord, bansFetchedAt } = error
    const isConfirmed = code === 'account_not_found'
    if (!isConfirmed && !hasBans(bansOnRecord)) throw error
    if (bansFetchedAt !== undefined) onBans(bansFetchedAt)
    if (!bansOnRecord) return null
    return { steamId, banDetails: bansOnRecord, ...(isConfirmed ? {} : { missing: 'profile' }) }
  }
}

/** Whether a record has a ban or a trade restriction. A record without a profile can prove these, but not their absence. */
const hasBans = (bans: Bans | undefined) => bans !== undefined && (isBanned(bans) || bans.EconomyBan !== 'none')

/** Updates the bans in an outcome at the end of the scan. The outcome becomes a failure if the newest record is incomplete. */
function withNewestBans(
  context: Context,
  outcome: PromiseSettledResult<CheckedFriend | null>,
  fetchedAt: number | undefined,
): PromiseSettledResult<CheckedFriend | null> {
  if (outcome.status === 'rejected' || outcome.value === null || fetchedAt === undefined) return outcome
  const friend = outcome.value
  const known = { value: friend.banDetails, fetchedAt, expiresAt: fetchedAt }
  try {
    const { value: banDetails } = newestBansOf(context, friend.steamId, known)
    if (banDetails === friend.banDetails) return outcome
    const value =
      'banned' in friend ? { ...friend, banDetails, banned: isBanned(banDetails) } : { ...friend, banDetails }
    return { status: 'fulfilled', value }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}

/** Adds the name of a friend. It may take a second, because the ban records can fail before the profiles arrive. */
async function addName(
  context: Context,
  { steamId, since }: Friendship,
  callContext: CallContext,
): Promise<UncheckedFriend> {
  return { steamId, friendSince: since, personaname: await findName(context, steamId, callContext) }
}

function summarize(
  settled: PromiseSettledResult<CheckedFriend | null>[],
): Pick<ScanResult, 'friends' | 'withoutProfile' | 'unavailable'> {
  const failures = failuresOf(settled)
  const [first] = failures
  // A scan in which every check failed has no result.
  if (first && failures.length === settled.length) throw first
  const found = valuesOf(settled).filter((friend) => friend !== null)
  return { ...divide(found), unavailable: failures.length }
}

/** Divides checked friends into friends with a profile and friends without one. */
const divide = (found: CheckedFriend[]): ScanFound['found'] => ({
  friends: found.filter((friend) => 'personaname' in friend),
  withoutProfile: found.filter((friend) => !('personaname' in friend)),
})

import { createChildContext, withOptions, PRIORITY } from '../lib/call-context.ts'
import type { CallContext } from '../lib/call-context.ts'
import { isBanned, MAX_FRIENDS } from '../model/account.ts'
import type { FriendEntry, ScanEvent, ScanResult } from '../model/account.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Friendship } from '../steam/methods/get-friend-list.ts'
import type { Context } from './context.ts'
import { findRecord } from './find-record.ts'
import type { AccountRecord } from './find-record.ts'
import { failuresOf, partOf, valueIfHad, valuesOf } from './settled.ts'

/** Which part of a long friend list a scan checks: the 100 friendships from this place on, newest first. */
export interface ScanRange {
  offset: number
}

/** A step of a scan: the event that tells of it, and what the event leaves out. */
export interface ScanStep {
  event: ScanEvent
  /** The friends checked since the step before; those without a record are not among them. */
  found: FriendEntry[]
  /** Friends whose check failed; with the result, empty before. Those that Steam lists without an id are not among them. */
  unchecked: UncheckedFriend[]
  /** When the oldest ban record so far was fetched, Unix seconds; that of the list while there is none. */
  fetchedAt: number
}

/** A friend whose bans are not known because the check failed. */
export interface UncheckedFriend extends Friendship {
  /** The display name where it is remembered from before. */
  name: string | null
}

/** A friend that has a ban record and no profile. */
interface WithoutProfile {
  withoutProfile: ScanResult['withoutProfile'][number]
}

/** The outcome for one friend; null when Steam no longer knows the account. */
type FriendCheck = { entry: FriendEntry; fetchedAt: number } | WithoutProfile | null

/** The events of a scan: progress as it comes, the result last. Leave the loop and the remaining calls are not made. */
export async function* scanFriends(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
): AsyncGenerator<ScanEvent, void, undefined> {
  for await (const { event } of scanFriendsInSteps(context, steamId, callContext)) yield event
}

/**
 * Scans a friend list step by step, as `scanFriends` does; throws `friends_private` for a hidden list, and `budget_spent`
 * near the end of the day's calls. Failures that pass are waited out: the friends have longer than a look-up.
 */
export async function* scanFriendsInSteps(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
  { offset }: ScanRange = { offset: 0 },
): AsyncGenerator<ScanStep, void, undefined> {
  context.refuseWhenReserved('friend scans')
  // One call, for which somebody waits.
  const { value: list, fetchedAt: listedAt } = await context.steam.getFriends(steamId, callContext)
  if (!list)
    throw new RapsheetError(
      'friends_private',
      `The friend list of ${steamId} is private, so nothing is known about it.`,
    )
  const readable = list.newest.slice(offset, offset + MAX_FRIENDS)
  // Friends that Steam lists without a usable id count as unavailable, at the end of the list.
  const unreadable = Math.max(0, Math.min(list.total - offset, MAX_FRIENDS) - readable.length)
  const checked = [...readable, ...Array<undefined>(unreadable).fill(undefined)]
  let found: FriendEntry[] = []
  let oldest: number | undefined
  const step = (event: ScanEvent, unchecked: UncheckedFriend[] = []): ScanStep => {
    const since = found
    found = []
    return { event, found: since, unchecked, fetchedAt: oldest ?? listedAt }
  }
  const progress = (current: number) => step({ progress: { current, total: checked.length, totalFriends: list.total } })
  yield progress(0)

  const left = new AbortController()
  try {
    const scan = withOptions(createChildContext(callContext, left.signal), { priority: PRIORITY.scan, isPatient: true })
    let done = 0
    let tell = () => {}
    const checks = checked.map(async (friend) => {
      try {
        if (friend === undefined) throw new RapsheetError('platform_unavailable', 'Steam lists a friend without an id.')
        const check = await checkFriend(context, friend, scan)
        if (!check || 'withoutProfile' in check) return check
        oldest = Math.min(check.fetchedAt, oldest ?? check.fetchedAt)
        found.push(check.entry)
        return check
      } finally {
        done++
        tell()
      }
    })
    const settled = Promise.allSettled(checks)
    // A reader that is slower than Steam gets fewer events, not later ones.
    let told = 0
    while (told < checked.length) {
      if (told === done) await new Promise<void>((resolve) => (tell = resolve))
      callContext.signal.throwIfAborted()
      told = done
      yield progress(told)
    }
    const outcomes = await settled
    const failed = readable.filter((_, index) => outcomes[index]?.status === 'rejected')
    yield step(
      { ...summarize(outcomes), totalFriends: list.total },
      await Promise.all(failed.map((friend) => nameFromMemory(context, friend))),
    )
  } finally {
    left.abort()
  }
}

/** What is known of a friend, and since when; null when Steam no longer knows the account. */
async function checkFriend(
  context: Context,
  { steamId, since }: Friendship,
  callContext: CallContext,
): Promise<FriendCheck> {
  const hoursPart = partOf(
    context.steam.getRustHours(steamId, withOptions(callContext, { priority: PRIORITY.background })),
  )
  const record = await findFriend(context, steamId, callContext)
  if (!record || 'withoutProfile' in record) return record
  const { personaname, avatar, profileurl } = record.summary.value
  const banDetails = record.bans.value
  await hoursPart.ended
  const hours = valueIfHad(hoursPart)
  const entry: FriendEntry = {
    steamId,
    personaname,
    avatar,
    profileurl,
    friendSince: since,
    banned: isBanned(banDetails),
    rustHours: hours?.value?.total ?? null,
    banDetails,
    unavailable: hours ? [] : ['rustHours'],
  }
  return { entry, fetchedAt: record.bans.fetchedAt }
}

/** Names a friend without asking Steam, which has just failed to answer. */
async function nameFromMemory({ staleAnswers }: Context, friend: Friendship): Promise<UncheckedFriend> {
  const summary = await staleAnswers.getSummary(friend.steamId)
  return { ...friend, name: summary?.value?.personaname ?? null }
}

async function findFriend(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
): Promise<AccountRecord | WithoutProfile | null> {
  try {
    return await findRecord(context, steamId, callContext)
  } catch (error) {
    if (!(error instanceof RapsheetError) || error.code !== 'account_not_found') throw error
    return error.bansOnRecord ? { withoutProfile: { steamId, banDetails: error.bansOnRecord } } : null
  }
}

function summarize(settled: PromiseSettledResult<FriendCheck>[]): Omit<ScanResult, 'totalFriends'> {
  const failures = failuresOf(settled)
  const [first] = failures
  // Nothing about anybody is no result.
  if (first && failures.length === settled.length) throw first
  const checks = valuesOf(settled).filter((check) => check !== null)
  return {
    friends: checks.flatMap((check) => ('entry' in check ? [check.entry] : [])),
    withoutProfile: checks.flatMap((check) => ('withoutProfile' in check ? [check.withoutProfile] : [])),
    unavailable: failures.length,
  }
}

import { createSubcaller, inManner, URGENCY } from '../lib/caller.ts'
import type { Caller } from '../lib/caller.ts'
import { isBanned, MAX_FRIENDS } from '../model/account.ts'
import type { FriendEntry, ScanEvent } from '../model/account.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { findRecord } from './record.ts'
import { failuresOf, partOf, valueIfHad, valuesOf } from './settled.ts'

/** A step of a scan: the event that tells of it, and what the event leaves out. */
export interface ScanStep {
  event: ScanEvent
  /** The friends checked since the step before; those without a record are not among them. */
  found: FriendEntry[]
  /** When the oldest record so far was fetched, Unix seconds; that of the list while there is none. */
  fetchedAt: number
}

/** The events of a scan: progress as it comes, the result last. Leave the loop and the remaining calls are not made. */
export async function* scanFriends(
  context: Context,
  steamId: SteamId,
  caller: Caller,
): AsyncGenerator<ScanEvent, void, undefined> {
  for await (const { event } of scanFriendsInSteps(context, steamId, caller)) yield event
}

/**
 * Scans a friend list step by step, as `scanFriends` does; throws `friends_private` for a hidden list, and `budget_spent`
 * near the end of the day's calls. Failures that pass are waited out: the friends have longer than a look-up.
 */
export async function* scanFriendsInSteps(
  context: Context,
  steamId: SteamId,
  caller: Caller,
): AsyncGenerator<ScanStep, void, undefined> {
  context.refuseWhenReserved('friend scans')
  // One call, for which somebody waits.
  const { value: list, fetchedAt: listedAt } = await context.steam.getFriends(steamId, caller)
  if (!list)
    throw new RapsheetError(
      'friends_private',
      `The friend list of ${steamId} is private, so nothing is known about it.`,
    )
  const readable = list.newest.slice(0, MAX_FRIENDS)
  // Friends listed in a way that nobody can be asked about are not dropped in silence.
  const unreadable = Math.max(0, Math.min(list.total, MAX_FRIENDS) - readable.length)
  const checked = [...readable, ...Array<undefined>(unreadable).fill(undefined)]
  let found: FriendEntry[] = []
  let oldest: number | undefined
  const step = (event: ScanEvent): ScanStep => {
    const since = found
    found = []
    return { event, found: since, fetchedAt: oldest ?? listedAt }
  }
  const progress = (current: number) => step({ progress: { current, total: checked.length, totalFriends: list.total } })
  yield progress(0)

  const left = new AbortController()
  try {
    const scan = inManner(createSubcaller(caller, left.signal), { urgency: URGENCY.scan, isPatient: true })
    let done = 0
    let tell = () => {}
    const checks = checked.map(async (friend) => {
      try {
        if (friend === undefined) throw new RapsheetError('platform_unavailable', 'Steam lists a friend without an id.')
        const check = await checkFriend(context, friend, scan)
        if (!check) return null
        oldest = Math.min(check.fetchedAt, oldest ?? check.fetchedAt)
        found.push(check.entry)
        return check.entry
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
      caller.signal.throwIfAborted()
      told = done
      yield progress(told)
    }
    yield step({ ...summarize(await settled), totalFriends: list.total })
  } finally {
    left.abort()
  }
}

/** What is known of a friend, and since when; null when Steam no longer knows the account. */
async function checkFriend(
  context: Context,
  steamId: SteamId,
  caller: Caller,
): Promise<{ entry: FriendEntry; fetchedAt: number } | null> {
  const hoursPart = partOf(context.steam.getRustHours(steamId, inManner(caller, { urgency: URGENCY.background })))
  const record = await findRecord(context, steamId, caller)
  if (!record) return null
  const { personaname, avatar, profileurl } = record.summary
  const banDetails = record.bans
  await hoursPart.ended
  const hours = valueIfHad(hoursPart)
  const entry: FriendEntry = {
    steamId,
    personaname,
    avatar,
    profileurl,
    banned: isBanned(banDetails),
    rustHours: hours?.value ?? null,
    banDetails,
    unavailable: hours ? [] : ['rustHours'],
  }
  return { entry, fetchedAt: record.fetchedAt }
}

function summarize(settled: PromiseSettledResult<FriendEntry | null>[]): {
  friends: FriendEntry[]
  unavailable: number
} {
  const failures = failuresOf(settled)
  const [first] = failures
  // Nothing about anybody is no result.
  if (first && failures.length === settled.length) throw first
  return { friends: valuesOf(settled).filter((friend) => friend !== null), unavailable: failures.length }
}

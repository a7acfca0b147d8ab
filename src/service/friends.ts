import { createSubcaller } from '../lib/caller.ts'
import type { Caller } from '../lib/caller.ts'
import { isBanned, MAX_FRIENDS } from '../model/account.ts'
import type { FriendEntry, ScanEvent } from '../model/account.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { findRecord } from './record.ts'
import { failuresOf, partOf, valueIfHad, valuesOf } from './settled.ts'

/**
 * Scans a friend list: progress as it comes, the result last; throws `friends_private` for a hidden list.
 * Leave the loop and the remaining calls are not made.
 */
export async function* scanFriends(
  context: Context,
  steamId: SteamId,
  caller: Caller,
): AsyncGenerator<ScanEvent, void, undefined> {
  const { value: list } = await context.steam.getFriends(steamId, caller)
  if (!list)
    throw new RapsheetError(
      'friends_private',
      `The friend list of ${steamId} is private, so nothing is known about it.`,
    )
  const checked = list.newest.slice(0, MAX_FRIENDS)
  const progress = (current: number) => ({ progress: { current, total: checked.length, totalFriends: list.total } })
  yield progress(0)

  const left = new AbortController()
  try {
    const scan = createSubcaller(caller, left.signal)
    let done = 0
    let tell = () => {}
    const checks = checked.map((friend) =>
      checkFriend(context, friend, scan).finally(() => {
        done++
        tell()
      }),
    )
    const settled = Promise.allSettled(checks)
    // A reader that is slower than Steam gets fewer events, not later ones.
    let told = 0
    while (told < checked.length) {
      if (told === done) await new Promise<void>((resolve) => (tell = resolve))
      caller.signal.throwIfAborted()
      told = done
      yield progress(told)
    }
    yield { ...summarize(await settled), totalFriends: list.total }
  } finally {
    left.abort()
  }
}

/** What is known of a friend; null when Steam no longer knows the account. */
async function checkFriend(context: Context, steamId: SteamId, caller: Caller): Promise<FriendEntry | null> {
  const hoursPart = partOf(context.steam.getRustHours(steamId, caller))
  const record = await findRecord(context, steamId, caller)
  if (!record) return null
  const { personaname, avatar, profileurl } = record.summary
  const banDetails = record.bans
  await hoursPart.ended
  const hours = valueIfHad(hoursPart)
  return {
    steamId,
    personaname,
    avatar,
    profileurl,
    banned: isBanned(banDetails),
    rustHours: hours?.value ?? null,
    banDetails,
    unavailable: hours ? [] : ['rustHours'],
  }
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

import type { WallClock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import { MAX_FRIENDS } from '../model/limits.ts'
import { isBanned } from '../model/is-banned.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { ScanCounts } from '../model/worth-knowing.ts'
import type { NewestBans } from '../steam/newest-bans.ts'

const MAX_ACCOUNTS = 10_000
/** How long a scan is remembered. An hour is not too long, because bans change seldom and answers contain the time of the scan. */
const REMEMBERED_SECONDS = 3_600

/** A scanned friend whose ban record is known. */
interface ScannedFriend {
  steamId: SteamId
  isBanned: boolean
  fetchedAt: number
}

/** A part of a friend list that was scanned. */
interface ScannedPart {
  friends: readonly ScannedFriend[]
  at: number
}

export type RememberedScans = ReturnType<typeof createRememberedScans>

/** Keeps the results of friend scans for an hour, in memory only; friends are counted by their newest bans. */
export function createRememberedScans(clock: WallClock, newestBans: Pick<NewestBans, 'of'>) {
  const parts = createLru<ReadonlyMap<number, ScannedPart>>(MAX_ACCOUNTS)
  const isRecent = ({ at }: ScannedPart) => {
    const age = clock.unixSeconds() - at
    // A negative age means that the clock was set back.
    return age >= 0 && age < REMEMBERED_SECONDS
  }
  /** Whether a friend is banned now; undefined when its newest record is incomplete. */
  const isBannedNow = ({ steamId, isBanned: wasBanned, fetchedAt }: ScannedFriend): boolean | undefined => {
    const newest = newestBans.of(steamId, undefined)
    if (!newest || newest.fetchedAt < fetchedAt) return wasBanned
    return newest.value ? isBanned(newest.value) : undefined
  }
  return {
    /**
     * Records the part of a friend list that begins at `offset`. Replaces earlier scans that overlap it, so that no friend counts twice and
     * the number of parts is limited.
     */
    add(steamId: SteamId, offset: number, friends: readonly ScannedFriend[]): void {
      // Positions beyond the end of the list are not kept: there is no limit to their number.
      if (friends.length === 0 && offset > 0) return
      const others = [...(parts.get(steamId) ?? [])].filter(
        ([other, part]) => isRecent(part) && Math.abs(other - offset) >= MAX_FRIENDS,
      )
      parts.set(steamId, new Map([...others, [offset, { friends, at: clock.unixSeconds() }]]))
    },
    /** Whether the part of the list that begins at `offset` was scanned within the last hour. */
    has(steamId: SteamId, offset: number): boolean {
      const part = parts.get(steamId)?.get(offset)
      return part !== undefined && isRecent(part)
    },
    /**
     * Counts the friends in all parts of the list that were scanned within the last hour; `at` is the time of the oldest scan. Undefined
     * without such a scan.
     */
    find(steamId: SteamId): ScanCounts | undefined {
      const scanned = parts.get(steamId)
      // A shortcut for most accounts, because this runs for each lookup from memory.
      if (!scanned) return undefined
      const recent = [...scanned.values()].filter(isRecent)
      if (recent.length === 0) return undefined
      // A friend is in two parts when the list has become longer between their scans.
      const friends = new Map(recent.flatMap((part) => part.friends.map((friend) => [friend.steamId, friend])))
      const known = [...friends.values()].map(isBannedNow).filter((ban) => ban !== undefined)
      return {
        checked: known.length,
        banned: known.filter(Boolean).length,
        at: Math.min(...recent.map(({ at }) => at)),
      }
    },
  }
}

import type { WallClock } from '../lib/clock.ts'
import { createLru } from '../lib/lru.ts'
import { isBanned } from '../model/is-banned.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { ScanCounts } from '../model/worth-knowing.ts'
import type { NewestBans } from '../steam/newest-bans.ts'

const MAX_ACCOUNTS = 10_000
/** Bans change seldom, and an answer says how old the scan is. */
const REMEMBERED_SECONDS = 3_600

/** What a scan found of a friend with a known record. */
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

/** Remembers for an hour which friends of an account were banned, in memory only; they are counted by their newest bans. */
export function createRememberedScans(clock: WallClock, newestBans: Pick<NewestBans, 'of'>) {
  const parts = createLru<ReadonlyMap<number, ScannedPart>>(MAX_ACCOUNTS)
  const isRecent = ({ at }: ScannedPart) => {
    const age = clock.unixSeconds() - at
    // An age below zero: the clock was set back.
    return age >= 0 && age < REMEMBERED_SECONDS
  }
  /** Whether a friend is banned by now; undefined when its newest record is incomplete. */
  const isBannedNow = ({ steamId, isBanned: wasBanned, fetchedAt }: ScannedFriend): boolean | undefined => {
    const newest = newestBans.of(steamId, undefined)
    if (!newest || newest.fetchedAt < fetchedAt) return wasBanned
    return newest.value ? isBanned(newest.value) : undefined
  }
  return {
    /** Records the part of a friend list that begins at `offset`, in place of an earlier scan of it. */
    add(steamId: SteamId, offset: number, friends: readonly ScannedFriend[]): void {
      const recent = [...(parts.get(steamId) ?? [])].filter(([, part]) => isRecent(part))
      parts.set(steamId, new Map([...recent, [offset, { friends, at: clock.unixSeconds() }]]))
    },
    /** All parts that were scanned within the hour as one, as old as the oldest; undefined without one. */
    find(steamId: SteamId): ScanCounts | undefined {
      const scanned = parts.get(steamId)
      // Most accounts were not scanned; this runs for each remembered look-up.
      if (!scanned) return undefined
      const recent = [...scanned.values()].filter(isRecent)
      if (recent.length === 0) return undefined
      const known = recent.flatMap(({ friends }) => friends.map(isBannedNow)).filter((ban) => ban !== undefined)
      return {
        checked: known.length,
        banned: known.filter(Boolean).length,
        at: Math.min(...recent.map(({ at }) => at)),
      }
    },
  }
}

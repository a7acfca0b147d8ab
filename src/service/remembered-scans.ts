import { LRUCache } from 'lru-cache'
import type { WallClock } from '../lib/clock.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { ScanCounts } from '../model/worth-knowing.ts'

const MAX_ACCOUNTS = 10_000
/** Bans change seldom, and an answer says how old the scan is. */
const REMEMBERED_SECONDS = 3_600

/** A part of a friend list that was scanned. */
interface ScannedPart extends ScanCounts {
  friends: ReadonlySet<SteamId>
}

export type RememberedScans = ReturnType<typeof createRememberedScans>

/** Remembers for an hour how many friends of an account were banned, in memory only. */
export function createRememberedScans(clock: WallClock) {
  const parts = new LRUCache<SteamId, ReadonlyMap<number, ScannedPart>>({ max: MAX_ACCOUNTS })
  const isRecent = ({ at }: ScanCounts) => {
    const age = clock.unixSeconds() - at
    // An age below zero: the clock was set back.
    return age >= 0 && age < REMEMBERED_SECONDS
  }
  return {
    /** Records the part of a friend list that begins at `offset`, in place of an earlier scan of it. */
    add(steamId: SteamId, offset: number, counts: Omit<ScannedPart, 'at'>): void {
      const recent = [...(parts.get(steamId) ?? [])].filter(([, part]) => isRecent(part))
      parts.set(steamId, new Map([...recent, [offset, { ...counts, at: clock.unixSeconds() }]]))
    },
    /** Forgets the parts with a friend whose bans have changed, because their counts may be wrong. */
    forgetPartsWith(friend: SteamId): void {
      const affected = [...parts.entries()].filter(([, known]) =>
        [...known.values()].some(({ friends }) => friends.has(friend)),
      )
      for (const [steamId, known] of affected)
        parts.set(steamId, new Map([...known].filter(([, { friends }]) => !friends.has(friend))))
    },
    /** All parts that were scanned within the hour as one, as old as the oldest; undefined without one. */
    find(steamId: SteamId): ScanCounts | undefined {
      const recent = [...(parts.get(steamId)?.values() ?? [])].filter(isRecent)
      if (recent.length === 0) return undefined
      const sum = (field: 'checked' | 'banned') => recent.reduce((total, part) => total + part[field], 0)
      return { checked: sum('checked'), banned: sum('banned'), at: Math.min(...recent.map(({ at }) => at)) }
    },
  }
}

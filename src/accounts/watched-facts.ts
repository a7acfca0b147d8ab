import { bansSchema, type Bans } from '../model/account.ts'
import type { BanRecord } from '../model/ban-record.ts'
import type { Fact, Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import { DAY_SECONDS } from './to-facts.ts'

/** The newest record of a watched account. */
interface WatchedRecord {
  current: { record: BanRecord; lastBan: { before: number } | null } | null
  /** When the last valid record was seen; null before the first valid record. */
  checkedAt: number | null
}

/** The facts of a watched account: its bans. Watch lists do not ask for profile and hours. */
export function watchedFacts(account: { steamId: SteamId } & WatchedRecord): Facts {
  return {
    steamId: account.steamId,
    bans: watchedBans(account),
    profile: { kind: 'unasked' },
    rustHours: { kind: 'unasked' },
  }
}

/** The bans of the newest record, as of its last check; unavailable while a field of the record or the time of the last ban is unknown. */
export function watchedBans({ current, checkedAt }: WatchedRecord): Fact<Bans> {
  if (!current || checkedAt === null) return { kind: 'unavailable' }
  const { record, lastBan } = current
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0 } = record
  // Days are counted from the latest possible time of the ban. A policy that forgets old bans then forgets the ban too late rather than too
  // early.
  const days = lastBan ? Math.max(0, Math.floor((checkedAt - lastBan.before) / DAY_SECONDS)) : undefined
  const parsed = bansSchema.safeParse({
    ...record,
    VACBanned: vac > 0,
    DaysSinceLastBan: vac + game > 0 ? days : 0,
  })
  return parsed.success
    ? { kind: 'known', value: parsed.data, fetchedAt: checkedAt, isStale: false }
    : { kind: 'unavailable' }
}

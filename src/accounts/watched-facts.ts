import { bansSchema, type Bans } from '../model/account.ts'
import type { BanRecord } from '../model/ban-record.ts'
import type { Fact, Facts } from '../model/facts.ts'
import type { SteamId } from '../model/steam-id.ts'
import { DAY_SECONDS } from './to-facts.ts'

/** The newest record of a watched account. */
interface WatchedRecord {
  current: { record: BanRecord; lastBan: { before: number } | null } | null
  /** When the last valid record was seen; null before the first. */
  checkedAt: number | null
}

/** What a watch list knows of an account as facts: its bans. Profile and hours are not asked for watch lists. */
export function watchedFacts(account: { steamId: SteamId } & WatchedRecord): Facts {
  return {
    steamId: account.steamId,
    bans: watchedBans(account),
    profile: { kind: 'unasked' },
    rustHours: { kind: 'unasked' },
  }
}

/** The record as of the last check; unavailable while a field of it, or the time of the last ban, is unknown. */
export function watchedBans({ current, checkedAt }: WatchedRecord): Fact<Bans> {
  if (!current || checkedAt === null) return { kind: 'unavailable' }
  const { record, lastBan } = current
  const { NumberOfVACBans: vac = 0, NumberOfGameBans: game = 0 } = record
  // The days of the record count from when it was first seen. The ban is as new as it can be, so that it counts as forgotten late
  // rather than early.
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

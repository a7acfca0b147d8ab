import { bansSchema, type Bans } from './account.ts'
import type { BanRecord } from './ban-record.ts'
import type { SteamId } from './steam-id.ts'

/** The newest record that is known of an account. */
export interface NewestRecord {
  steamId: SteamId
  /** As Steam sent it: a field that it left out is absent. */
  record: BanRecord
  /** When Steam's answer arrived, Unix seconds. */
  seenAt: number
}

const BAN_FIELDS = ['NumberOfVACBans', 'NumberOfGameBans', 'CommunityBanned', 'EconomyBan'] as const

/** Whether a record says other bans than an earlier one, or a newer last ban; a field that it lacks says nothing. */
export function hasOtherBans(record: BanRecord, earlier: BanRecord): boolean {
  if (BAN_FIELDS.some((field) => record[field] !== undefined && record[field] !== earlier[field])) return true
  const [days, earlierDays] = [record.DaysSinceLastBan, earlier.DaysSinceLastBan]
  return days !== undefined && earlierDays !== undefined && days < earlierDays
}

/** The record as answers contain it; undefined when it lacks a field that they need. */
export function toBans(record: BanRecord): Bans | undefined {
  return bansSchema.safeParse({ ...record, VACBanned: (record.NumberOfVACBans ?? 0) > 0 }).data
}

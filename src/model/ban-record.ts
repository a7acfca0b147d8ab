import { z } from 'zod'
import { type Bans, bansSchema, steamIdSchema } from './account.ts'
import { countSchema, unixSecondsSchema } from './bounds.ts'
import type { SteamId } from './steam-id.ts'

/**
 * What Steam says about the bans of an account, by the names of the wire. A field that Steam left out is absent: unknown, not 0.
 * `VACBanned` is left out because it repeats `NumberOfVACBans`.
 */
export const banRecordSchema = z.object({
  NumberOfVACBans: z.exactOptional(countSchema),
  NumberOfGameBans: z.exactOptional(countSchema),
  DaysSinceLastBan: z.exactOptional(countSchema),
  CommunityBanned: z.exactOptional(z.boolean()),
  EconomyBan: z.exactOptional(z.string().min(1)),
})
export type BanRecord = z.infer<typeof banRecordSchema>

/** The span of time in which something happened: later than `after`, and not later than `before`; Unix seconds. */
export const intervalSchema = z.object({
  after: unixSecondsSchema.meta({ description: 'It happened later than this, Unix seconds.' }),
  before: unixSecondsSchema.meta({ description: 'It happened no later than this, Unix seconds.' }),
})
export type Interval = z.infer<typeof intervalSchema>

/** `lastBan` is a newer VAC or game ban while both counts stay equal. */
export const CHANGE_KINDS = ['vac', 'game', 'community', 'trade', 'lastBan'] as const

/** One difference between two ban records of an account. */
export const banChangeSchema = z.object({
  kind: z.enum(CHANGE_KINDS).meta({
    description:
      'What has changed: VAC bans, game bans, the community ban, the trade standing, or `lastBan`: a newer VAC or game ban while both counts stay equal.',
  }),
  from: z.union([countSchema, z.boolean(), z.string()]).meta({
    description: 'The value before: a count of bans, a trade standing, a flag, or days since the last ban.',
  }),
  to: z.union([countSchema, z.boolean(), z.string()]).meta({ description: 'The value after.' }),
  isLifted: z.boolean().meta({ description: 'Whether Steam no longer reports a ban that it reported before.' }),
  when: intervalSchema.meta({ description: 'When the change happened.' }),
})
export type BanChange = z.infer<typeof banChangeSchema>

/** Changes of the bans of an account that were seen at one time, as tools have them. */
export const seenChangesSchema = z.object({
  steamId: steamIdSchema,
  seenAt: unixSecondsSchema.meta({ description: 'When the record with these changes arrived, Unix seconds.' }),
  changes: z.array(banChangeSchema).meta({
    description:
      'Those changes of an observation in the history that are news for the watch list: the end of a ban that the list never had is left out.',
  }),
})
export type SeenChanges = z.infer<typeof seenChangesSchema>

/** The statuses in the order in which lists show them; unknown is never shown as clean. */
export const BAN_STATUSES = ['banned', 'restricted', 'unknown', 'clean'] as const
export type BanStatus = (typeof BAN_STATUSES)[number]

/**
 * Summarizes a record: banned or restricted if a ban or restriction is known, `clean` only if all fields are known.
 * @example
 *   statusOf({ NumberOfVACBans: 0, NumberOfGameBans: 1 }) // 'banned'
 *   statusOf({ NumberOfVACBans: 0 }) // 'unknown', because other fields are missing
 */
export function statusOf(record: BanRecord): BanStatus {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, CommunityBanned: community, EconomyBan: trade } = record
  if ((vac ?? 0) > 0 || (game ?? 0) > 0 || community === true) return 'banned'
  if (trade !== undefined && trade !== 'none') return 'restricted'
  return [vac, game, community, trade].includes(undefined) ? 'unknown' : 'clean'
}

/** Bans of an account that were seen before and that its newest record no longer has. */
export interface EarlierBans {
  vac: number
  game: number
  community: boolean
  /** When these bans were last seen, Unix seconds. */
  seenUntil: number
}

/** Bans from the history that the newest record no longer has; `unreadable` when the database does not answer. */
export type PastBans = EarlierBans | 'unreadable'

/** The newest record that is known of an account. */
export interface NewestRecord {
  steamId: SteamId
  /** The record that Steam sent; a field that Steam left out is absent. */
  record: BanRecord
  /** When Steam's answer arrived, Unix seconds. */
  seenAt: number
}

/** The fields of a ban record that change only with bans; `DaysSinceLastBan` also changes with time. */
export const BAN_FIELDS = ['NumberOfVACBans', 'NumberOfGameBans', 'CommunityBanned', 'EconomyBan'] as const

/** Whether a record has other bans than an earlier record, or a newer last ban; a missing field proves nothing. */
export function hasOtherBans(record: BanRecord, earlier: BanRecord): boolean {
  if (BAN_FIELDS.some((field) => record[field] !== undefined && record[field] !== earlier[field])) return true
  const [days, earlierDays] = [record.DaysSinceLastBan, earlier.DaysSinceLastBan]
  return days !== undefined && earlierDays !== undefined && days < earlierDays
}

/** The record in the form that answers have; undefined when it is incomplete or contradicts itself. */
export function toBans(record: BanRecord): Bans | undefined {
  return bansSchema.safeParse({ ...record, VACBanned: (record.NumberOfVACBans ?? 0) > 0 }).data
}
